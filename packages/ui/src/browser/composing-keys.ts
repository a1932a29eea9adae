/**
 * Keeps the keys of an input method from the page: an Enter that confirms a composed word sends, picks and submits nothing, and an
 * Escape that gives it up closes nothing. Safari ends the composition before that key (WebKit bug 165004), and tells it by its code
 * 229 alone. What the browser itself does with the key stays.
 * @param page the window, before anything else listens to its keys
 */
export const keepComposingKeys = (page: EventTarget): void => {
  page.addEventListener(
    "keydown",
    (event) => {
      const { isComposing, keyCode, key } = event as KeyboardEvent; // of this name there are no others
      // A phone's keyboard names no key: whoever only wants to know that somebody types may hear of it.
      if ((isComposing || keyCode === 229) && key !== "Unidentified") event.stopImmediatePropagation();
    },
    { capture: true },
  );
};
