import type { BrowserContext, Frame, Page } from "playwright-core";

/** All font sizes are in pixels: the browser's setting for larger text scales them, the root's font size does not. */
const twiceTheText = `:root, :host { ${Object.entries({ xs: 12, sm: 14, base: 16, lg: 20, xl: 28, "2xl": 40 })
  .map(([name, size]) => `--text-${name}: ${size * 2}px !important;`)
  .join(" ")} } html { font-size: 32px }`;

/** Doubles the text size in every page of a browser profile, including the wallet's frame, from now on. */
export const doubleText = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((css) => {
    // A constructed style sheet, as the pages' content policy forbids inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, twiceTheText);

/** Applies `look` to the page and its frames, without the page behind an open dialog. */
const inFrames = async <Result>(page: Page, look: (frame: Frame) => Promise<readonly Result[]>) => {
  const found = await Promise.all(
    page.frames().map(async (frame) => {
      const element = frame === page.mainFrame() ? null : await frame.frameElement().catch(() => null); // it may be gone
      if (frame !== page.mainFrame() && !(await element?.isVisible())) return [];
      return look(frame).catch(() => []); // it may be on its way elsewhere
    }),
  );
  return found.flat();
};

/** The texts of the visible primary (ember) buttons: a screen may have at most one. */
export const primaryButtons = (page: Page): Promise<readonly string[]> =>
  inFrames(page, (frame) =>
    frame.evaluate(() => {
      const top = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? document.body;
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.backgroundColor = "var(--tribe-ember)";
      const ember = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return [...top.querySelectorAll<HTMLElement>("button, a[href]")]
        .filter((element) => {
          // Elements that appear only on keyboard focus do not count.
          if (element.matches(".sr-only, .max-sm\\:sr-only, .-translate-y-full")) return false;
          const { left, right, top: up, bottom, width, height } = element.getBoundingClientRect();
          return (
            getComputedStyle(element).backgroundColor === ember &&
            element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
            width > 1 &&
            height > 1 &&
            right > 0 &&
            left < innerWidth &&
            bottom > 0 &&
            up < innerHeight
          );
        })
        .map((element) => element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "");
    }),
  );

/**
 * The texts that are cut off at the side or the bottom, or that overflow the screen's side: each with the number of missing
 * pixels, and the element that cuts it. Scrollable content does not count, nor does a name with an ellipsis; a figure with one
 * does, as it would be read as another figure. A line that wraps wholly out of its box is ignored on purpose.
 */
export const cutTexts = (page: Page): Promise<readonly string[]> =>
  inFrames(page, (frame) =>
    frame.evaluate(() => {
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
            if (isCutDown && up >= inBottom - slack) return null;
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
    }),
  );

/**
 * Right-to-left names that are not isolated from the text beside them, which is then shown in another order: "3 seats of X" as
 * "seats of X 3". `bdi`, `dir="auto"` or a separate box isolate a name.
 */
export const mixedNames = (page: Page): Promise<readonly string[]> =>
  inFrames(page, (frame) =>
    frame.evaluate(() => {
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
        // In plain strings invisible characters isolate.
        const shared = (box.textContent ?? "").replace(/\u2068[^\u2068\u2069]*\u2069/g, " ");
        if (!rightToLeft.test(shared)) continue;
        // The tests' name has one word in Latin letters.
        const beside = shared.replace(/[\u0590-\u08FF]+|NORA/g, " ");
        if (/[\p{L}\d]/u.test(beside))
          found.add(`${box.tagName} ${box.getAttribute("class") ?? ""}: ${box.textContent}`);
      }
      return [...found];
    }),
  );
