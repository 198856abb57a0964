/* The page is opened: what this phone had kept for the table is shown with it. */
(() => {
  const Pad = window.Pad;
  Pad.queue.changed(() => {
    Pad.ahead.show();
    if (!Pad.draft.touched) Pad.show();
  });
  Pad.redraw();
})();
