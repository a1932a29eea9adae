// Runs inside a page, sent there as text by both floors (screens and e2e): it may use nothing from outside itself.

/** The texts of elements that overflow the screen horizontally, except hidden ones and those in a scroll container. */
export const tooWide = (): readonly string[] => {
  const isInScroller = (element: Element): boolean => {
    for (let at = element.parentElement; at && at.tagName !== "MAIN"; at = at.parentElement)
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  return [...document.querySelectorAll("body *")]
    .filter((element) => {
      // The notices' list is as wide as the screen beside its margin; the notices themselves are not.
      if (element.matches("[data-sonner-toaster]")) return false;
      const box = element.getBoundingClientRect();
      return box.width > 1 && (box.right > innerWidth + 1 || box.left < -1) && !isInScroller(element);
    })
    .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
};
