/* The page of a table's round. */
import "./steps.js";

/* A double tap sends once; the way back gives the buttons again. */
document.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) return event.preventDefault();
  event.target.dataset.sent = "yes";
  setTimeout(() => delete event.target.dataset.sent, 3000);
});
