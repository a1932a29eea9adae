import type { ElementHandle, Locator } from "playwright-core";

/**
 * Longer than the half second in which Chromium drops presses on a frame that has just moved, if the frame observes its own
 * visibility, as the wallet's does (https://github.com/whatwg/html/issues/8012).
 */
const restMilliseconds = 600;
const pollMilliseconds = 20;

/** The position of a frame, and since when: milliseconds of the animation clock, which tests do not mock. */
interface Stand {
  place: string;
  since: number;
}

/** The page's element for the frame that contains this element; null while there is none. */
const boxOf = async (inside: ElementHandle): Promise<ElementHandle | null> =>
  (await (await inside.ownerFrame())?.frameElement()) ?? null;

/** Records the position of a frame from now on, and resolves once it has not moved for this time. */
const stands = (box: ElementHandle, milliseconds: number): Promise<void> =>
  box.evaluate(
    (node, { milliseconds, every }) =>
      new Promise<void>((resolve) => {
        const page = globalThis as unknown as { tribeStands?: WeakMap<Node, Stand> }; // set here alone
        page.tribeStands ??= new WeakMap();
        const noted = page.tribeStands.get(node);
        const stand = noted ?? { place: "", since: 0 };
        const now = () => Number(document.timeline.currentTime);
        const measure = () => {
          // Typed as any node; a frame's owner is an element.
          const { x, y, width, height } = (node as Element).getBoundingClientRect();
          const place = [x, y, width, height].join();
          if (place !== stand.place) Object.assign(stand, { place, since: now() });
        };
        if (!noted) {
          page.tribeStands.set(node, stand);
          const watch = setInterval(() => (node.isConnected ? measure() : clearInterval(watch)), every);
        }
        const end = () => {
          measure();
          if (now() - stand.since < milliseconds) return;
          clearInterval(ending);
          resolve();
        };
        const ending = setInterval(end, every);
        end();
      }),
    { milliseconds, every: pollMilliseconds },
  );

/** Starts to observe the frame of a button early, so that it has mostly stopped moving when the button is enabled. */
export const watchFrameOf = async (target: Locator): Promise<void> => {
  const element = await target.elementHandle();
  const box = element && (await boxOf(element));
  if (box) await stands(box, 0);
};

/**
 * Presses a button inside a cross-site frame as a person does: once the frame has stopped moving. A busy browser may still
 * treat the frame as moving, and drop the press; then it is repeated, as a person would.
 */
export const pressInFrame = async (target: Locator): Promise<void> => {
  for (let isPressed = false; !isPressed; ) {
    await target.waitFor();
    const element = await target.elementHandle();
    const box = element && (await boxOf(element));
    if (!element || !box) throw new Error("what is to be pressed is in no frame");
    await stands(box, restMilliseconds);
    // The listener is on the document, as the button may be rendered again meanwhile.
    const presses = await element.evaluateHandle(({ ownerDocument }) => {
      const presses = { count: 0 };
      const note = () => {
        presses.count += 1;
      };
      ownerDocument?.addEventListener("click", note, { capture: true });
      return presses;
    });
    // A press that removes the frame may never resolve: then the end of the frame counts.
    await Promise.race([target.click(), box.waitForElementState("hidden")]);
    // A press that was not dropped has reached the document by now; if the document is gone, it was pressed.
    isPressed = await presses.evaluate(({ count }) => count > 0).catch(() => true);
  }
};
