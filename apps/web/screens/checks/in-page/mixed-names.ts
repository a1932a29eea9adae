// Runs inside a page, sent there as text by both floors (screens and e2e): it may use nothing from outside itself.

/**
 * Right-to-left names that are not isolated from the text beside them, which is then shown in another order: "3 seats of X" as
 * "seats of X 3". `bdi`, `dir="auto"` or a separate box isolate a name.
 */
export const mixedNames = (): readonly string[] => {
  const rightToLeft = /[\u0590-\u08FF]/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set<string>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!rightToLeft.test(node.textContent ?? "") || !parent?.checkVisibility()) continue;
    if (parent.closest("script, style, .sr-only")) continue;
    let box: Element = parent;
    while (
      ["inline", "contents"].includes(getComputedStyle(box).display) &&
      !["isolate", "plaintext", "isolate-override"].includes(getComputedStyle(box).unicodeBidi) &&
      box.parentElement
    )
      box = box.parentElement;
    // Somebody's own words: their order follows from what they begin with.
    if (box.getAttribute("dir") === "auto") continue;
    // In plain strings invisible characters isolate.
    const shared = (box.textContent ?? "").replace(/\u2068[^\u2068\u2069]*\u2069/g, " ");
    if (!rightToLeft.test(shared)) continue;
    // The tests' name has one word in Latin letters.
    const beside = shared.replace(/[\u0590-\u08FF]+|NORA/g, " ");
    if (/[\p{L}\d]/u.test(beside)) found.add(`${box.tagName} ${box.getAttribute("class") ?? ""}: ${box.textContent}`);
  }
  return [...found];
};
