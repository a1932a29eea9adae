// Runs inside a page, sent there as text by both floors (screens and e2e): it may use nothing from outside itself.

/**
 * The touch targets of the page smaller than 44 pixels in either direction, by name and size. What counts is the area around
 * the middle that responds to touch, which may be larger than the drawn element. Links within a sentence are excluded, as in
 * WCAG 2.5.8, and so is the banner of the local mode, which no customer sees.
 * @returns also the number of checked targets, to detect an empty page.
 */
export const smallTargets = (): { readonly looked: number; readonly small: readonly string[] } => {
  const least = 44;
  const reach = least / 2 - 1;
  const pressable = "a[href], button, input, textarea, select, summary, [role=tab], [role=button]";
  const top = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.body;
  const small: string[] = [];
  let looked = 0;
  for (const element of top.querySelectorAll<HTMLElement>(pressable)) {
    const { left, top: up, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isSeen = width > 1 && height > 1 && style.visibility === "visible" && style.opacity !== "0";
    if (
      !isSeen ||
      style.display === "inline" ||
      element.matches(":disabled") ||
      element.closest('aside[aria-label="Local mode"]')
    )
      continue;
    const [x, y] = [left + width / 2, up + height / 2];
    const hits = (atX: number, atY: number): boolean => {
      if (atX < 0 || atY < 0 || atX >= innerWidth || atY >= innerHeight) return true; // not seen now
      const hit = document.elementFromPoint(atX, atY);
      if (hit === null) return false;
      // A field includes its frame: a press on the frame's edge reaches it by its label.
      const isFrame = element.matches("input, textarea") && hit.contains(element) && hit.clientHeight < 80;
      return element.contains(hit) || isFrame;
    };
    const middle = document.elementFromPoint(x, y);
    if (middle === null || !(element.contains(middle) || middle.contains(element))) continue; // scrolled away or covered
    looked += 1;
    const isWide = width >= least || (hits(x - reach, y) && hits(x + reach, y));
    const isHigh = height >= least || (hits(x, y - reach) && hits(x, y + reach));
    if (!isWide || !isHigh)
      small.push(
        `${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 30)} (${Math.round(width)}×${Math.round(height)})`,
      );
  }
  return { looked, small };
};
