/* What was typed before htmx stood, or was kept by the browser when the page was loaded again, is
   looked at as what is typed later is. */
const isOther = (field) => {
  if (field.options) {
    const options = [...field.options];
    return (
      options.some((one) => one.defaultSelected) &&
      options.some((one) => one.selected !== one.defaultSelected)
    );
  }
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  return "defaultValue" in field && field.value !== field.defaultValue; // a button has none
};

/* htmx begins in a timeout of its own, which was set before this one. */
setTimeout(() => {
  for (const looks of document.querySelectorAll("[hx-trigger*=input]")) {
    const from = /\binput\b[^,]*from:([^\s,]+)/.exec(looks.getAttribute("hx-trigger"))?.[1];
    const typed = from ? document.querySelector(from) : looks;
    const fields = typed?.elements ?? [typed].filter(Boolean);
    if ([...fields].some(isOther)) typed.dispatchEvent(new Event("input"));
  }
});
