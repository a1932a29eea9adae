// Runs inside a page, sent there as text by both floors (screens and e2e): it may use nothing from outside itself.

/** Whether all finite animations have ended, and closing dialogs are gone: until then the page beneath a dialog is not accessible. */
export const isStill = (): boolean =>
  document.querySelector('[role="dialog"][data-closed]') === null &&
  document
    .getAnimations()
    .every(({ effect, playState }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity);
