/* What a first visit need not wait for: how hands go to another phone. It is brought at the first
   tap, while there
   is a network, or at once when another phone's code opened this page. */
(() => {
  const from = document.querySelector("#handover").dataset.from;
  let bringing = null;

  function bring() {
    if (bringing) return;
    bringing = document.createElement("script");
    bringing.src = from;
    bringing.onload = () => removeEventListener("pointerdown", bring);
    bringing.onerror = () => {
      bringing = null;
    };
    document.head.append(bringing);
  }

  const wanted = () => {
    if (location.hash.startsWith("#take=")) bring();
  };
  addEventListener("pointerdown", bring);
  addEventListener("hashchange", wanted);
  wanted();
})();
