/* The screen stays awake while this page is open. */
async function stayAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    /* refused: a low battery */
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
