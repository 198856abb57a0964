/* A phone that was asked to keep still does not buzz, whichever script of the pad would have it
   do so. */
(() => {
  if (document.documentElement.classList.contains("look-still"))
    Object.defineProperty(navigator, "vibrate", { value: undefined });
})();
