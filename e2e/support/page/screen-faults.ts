import type { BrowserContext, Frame, Page } from "playwright-core";

/** All sizes are pixels, which a browser's own setting of larger text makes larger, and a size of the root does not. */
const twiceTheText = `:root, :host { ${Object.entries({ xs: 12, sm: 14, base: 16, lg: 20, xl: 28, "2xl": 40 })
  .map(([name, size]) => `--text-${name}: ${size * 2}px !important;`)
  .join(" ")} } html { font-size: 32px }`;

/** Has every page of a browser profile, the wallet's frame in it too, show its text at twice its size from now on. */
export const doubleText = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((css) => {
    // A sheet that a script makes is no inline style: the pages' own policy refuses those.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, twiceTheText);

/** What is drawn on top: a page behind an open dialog is nobody's screen. In the page and its frames. */
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

/** The ember things to press that are seen on a screen, by their words: one is the most that a screen may have. */
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

/** A text that is not seen whole, and in what. */
export interface CutText {
  readonly text: string;
  /** The nearest thing that cuts it: its tag and classes. */
  readonly by: string;
  /** By how many pixels. */
  readonly missing: number;
}

/**
 * The texts of a screen that something cuts at its side or its foot, with or without an ellipsis, or that reach beyond the
 * screen's side. What a person can scroll to is not cut.
 */
export const cutTexts = (page: Page): Promise<readonly CutText[]> =>
  inFrames(page, (frame) =>
    frame.evaluate(() => {
      const top = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? document.body;
      const found: CutText[] = [];
      const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
      const describe = (element: Element) => `${element.tagName} ${element.getAttribute("class") ?? ""}`;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim();
        const parent = node.parentElement;
        if (!text || !parent?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
        if (parent.closest(".sr-only, svg, style, script, [aria-hidden=true], [inert]")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
        const right = Math.max(...rects.map((rect) => rect.right));
        const left = Math.min(...rects.map((rect) => rect.left));
        const bottom = Math.max(...rects.map((rect) => rect.bottom));
        if (rects.length === 0) continue;
        let canScrollAcross = false;
        let canScrollDown = false;
        for (let at: Element | null = parent; at && at !== document.documentElement; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.display === "inline" || style.display === "contents") continue;
          const box = at.getBoundingClientRect();
          const [inLeft, inRight] = [box.left + at.clientLeft, box.left + at.clientLeft + at.clientWidth];
          const inBottom = box.top + at.clientTop + at.clientHeight;
          const isClip = (overflow: string) => overflow === "hidden" || overflow === "clip";
          if (["auto", "scroll"].includes(style.overflowX)) canScrollAcross = true;
          if (["auto", "scroll"].includes(style.overflowY)) canScrollDown = true;
          const missing = Math.max(
            isClip(style.overflowX) && !canScrollAcross ? Math.max(right - inRight, inLeft - left) : 0,
            isClip(style.overflowY) && !canScrollDown ? bottom - inBottom - 2 : 0,
          );
          if (missing > 1) {
            found.push({ text: text.slice(0, 60), by: describe(at), missing: Math.round(missing) });
            canScrollAcross = true;
            break;
          }
          if (style.position === "fixed") break;
        }
        if (!canScrollAcross && (right > innerWidth + 1 || left < -1))
          found.push({
            text: text.slice(0, 60),
            by: `the screen, from ${describe(parent)}`,
            missing: Math.round(right - innerWidth),
          });
      }
      return found;
    }),
  );
