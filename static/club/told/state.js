/* What a browser can do about notifications, without the page. */

/* An iPad says that it is a Mac, but has a touch screen. */
export function isApple({ agent, touches }) {
  return /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touches > 1);
}

/* One of the sentences of templates/_told.html. */
export function stateOf({ secure, push, apple, standalone, permission, on }) {
  if (!secure) return "insecure";
  if (!push) return apple && !standalone ? "home-screen" : "unsupported";
  if (permission === "denied") return "blocked";
  return permission === "granted" && on ? "on" : "off";
}

/* Why a browser gave no address: it may not, or its maker cannot be reached. */
export function stateAfter(error) {
  if (error.name === "NotAllowedError") return "blocked";
  return error.name === "AbortError" || error.name === "NetworkError" ? "away" : "failed";
}

/* A key as the browser wants it: the bytes of what base64url writes. */
export function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
