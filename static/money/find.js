/* Finds a name in a long list of a form. Without this file there is no field to find it in, and the
   list stands there whole. */
import { $, each } from "../dom.js";
import { narrowing } from "../narrow.js";

each("[data-narrows]", (field) => {
  field.closest(".find").hidden = false;
  narrowing(field, document.querySelectorAll(field.dataset.narrows), $("#nobody"));
});
