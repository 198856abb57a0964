/* A double tap sends a form once; the way back gives its buttons again. */
export const sendOnce = (place) =>
  place.addEventListener("submit", (event) => {
    const { dataset } = event.target;
    if (dataset.sent) return event.preventDefault();
    dataset.sent = "yes";
    setTimeout(() => delete dataset.sent, 3000);
  });
