// Runs inside a page, sent there as text: it may use nothing from outside itself.

/** The fields that can be seen and whose text is smaller than 16 pixels: an iPhone zooms the page when one of them is pressed. */
export const smallFields = (): readonly string[] => {
  const least = 16;
  const written = [
    "input:not([type=checkbox], [type=radio], [type=range], [type=file], [readonly])",
    ...["textarea:not([readonly])", "select"],
  ].join();
  return [...document.querySelectorAll<HTMLElement>(written)].flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize);
    if (size >= least || !field.checkVisibility({ visibilityProperty: true })) return [];
    const name =
      field.getAttribute("aria-label") ?? field.closest("label")?.textContent ?? field.outerHTML.slice(0, 80);
    return [`${name}: text of ${size} px`];
  });
};
