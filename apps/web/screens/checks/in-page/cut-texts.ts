// Runs inside a page, sent there as text by both floors (screens and e2e): it may use nothing from outside itself.

/**
 * The texts that are cut off at the side or the bottom, or that overflow the screen's side: each with the number of missing
 * pixels, and the element that cuts it. Scrollable content does not count, nor does a name with an ellipsis; a figure with one
 * does, as it would be read as another figure. What fades out at a mask is meant to. A line that wraps wholly out of its box is ignored on purpose.
 */
export const cutTexts = (): readonly string[] => {
  const top = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? document.body;
  const found: string[] = [];
  const isClip = (overflow: string) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim();
    const parent = node.parentElement;
    if (!text || !parent?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    // Customers never see the local mode's banner, which scrolls.
    if (parent.closest('style, script, [inert], aside[aria-label="Local mode"]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length === 0) continue;
    const right = Math.max(...rects.map((rect) => rect.right));
    const left = Math.min(...rects.map((rect) => rect.left));
    const up = Math.min(...rects.map((rect) => rect.top));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    // The glyphs' box may be higher than the line.
    const slack = 2 + (rects[0]?.height ?? 0) / 4;
    const faultOf = (): string | null => {
      let [canScrollAcross, canScrollDown] = [false, false];
      for (let at: Element | null = parent; at && at !== document.documentElement; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.display === "inline" || style.display === "contents") continue;
        const box = at.getBoundingClientRect();
        if (style.position === "absolute" && box.width <= 1 && isClip(style.overflowX)) return null; // for screen readers
        const [inLeft, inRight] = [box.left + at.clientLeft, box.left + at.clientLeft + at.clientWidth];
        const inBottom = box.top + at.clientTop + at.clientHeight;
        canScrollAcross ||= scrolls(style.overflowX);
        canScrollDown ||= scrolls(style.overflowY);
        const [isCutAcross, isCutDown] = [
          isClip(style.overflowX) && !canScrollAcross,
          isClip(style.overflowY) && !canScrollDown,
        ];
        if (isCutDown && (up >= inBottom - slack || style.maskImage !== "none")) return null;
        const missing = Math.max(
          isCutAcross ? Math.max(right - inRight, inLeft - left) : 0,
          isCutDown ? bottom - inBottom - slack : 0,
        );
        if (missing > 1)
          return (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") && !/\d/.test(text)
            ? null
            : `${Math.round(missing)} px of '${text.slice(0, 60)}' by ${at.tagName} ${at.getAttribute("class") ?? ""}`;
        if (style.position === "fixed") break;
      }
      return !canScrollAcross && (right > innerWidth + 1 || left < -1)
        ? `${Math.round(right - innerWidth)} px of '${text.slice(0, 60)}' by the screen`
        : null;
    };
    const fault = faultOf();
    if (fault !== null) found.push(fault);
  }
  return found;
};
