import type { ElementHandle, Locator } from "playwright-core";

/**
 * Longer than Chromium drops presses on a frame that has just moved, if the frame watches its own visibility, as the
 * wallet's does (https://github.com/whatwg/html/issues/8012: half a second).
 */
const restMilliseconds = 600;
const lookMilliseconds = 20;

/** Where a frame stands, and since when: milliseconds by the page's animations, whose clock no test moves. */
interface Stand {
  place: string;
  since: number;
}

/** The element of the page that holds the frame in which this is; null while there is none. */
const boxOf = async (inside: ElementHandle): Promise<ElementHandle | null> =>
  (await (await inside.ownerFrame())?.frameElement()) ?? null;

/** Has the page note from now on where a frame stands, and resolves once it has stood still for so long. */
const stands = (box: ElementHandle, milliseconds: number): Promise<void> =>
  box.evaluate(
    (node, { milliseconds, every }) =>
      new Promise<void>((resolve) => {
        const page = globalThis as unknown as { tribeStands?: WeakMap<Node, Stand> }; // set here alone
        page.tribeStands ??= new WeakMap();
        const noted = page.tribeStands.get(node);
        const stand = noted ?? { place: "", since: 0 };
        const now = () => Number(document.timeline.currentTime);
        const look = () => {
          // Typed as any node; what holds a frame is an element.
          const { x, y, width, height } = (node as Element).getBoundingClientRect();
          const place = [x, y, width, height].join();
          if (place !== stand.place) Object.assign(stand, { place, since: now() });
        };
        if (!noted) {
          page.tribeStands.set(node, stand);
          const watch = setInterval(() => (node.isConnected ? look() : clearInterval(watch)), every);
        }
        const end = () => {
          look();
          if (now() - stand.since < milliseconds) return;
          clearInterval(ending);
          resolve();
        };
        const ending = setInterval(end, every);
        end();
      }),
    { milliseconds, every: lookMilliseconds },
  );

/** Begins to watch the frame in which a button is: by the time that it can be pressed, the frame has mostly come to rest. */
export const watchFrameOf = async (target: Locator): Promise<void> => {
  const element = await target.elementHandle();
  const box = element && (await boxOf(element));
  if (box) await stands(box, 0);
};

/**
 * Presses a button inside a frame of another site as a person does: once the frame has come to rest. A busy browser may
 * still hold the frame for one that moves, and drop the press; a person sees that nothing happened and presses again.
 */
export const pressInFrame = async (target: Locator): Promise<void> => {
  for (let isPressed = false; !isPressed; ) {
    await target.waitFor();
    const element = await target.elementHandle();
    const box = element && (await boxOf(element));
    if (!element || !box) throw new Error("what is to be pressed is in no frame");
    await stands(box, restMilliseconds);
    // Heard by the document: the button itself may be drawn anew meanwhile.
    const heard = await element.evaluateHandle(({ ownerDocument }) => {
      const presses = { count: 0 };
      const note = () => {
        presses.count += 1;
      };
      ownerDocument?.addEventListener("click", note, { capture: true });
      return presses;
    });
    // A press that takes the frame away may never be answered: then the frame's end is the answer.
    await Promise.race([target.click(), box.waitForElementState("hidden")]);
    // A press that was not dropped has come to the document by now; a document that is gone has had it.
    isPressed = await heard.evaluate(({ count }) => count > 0).catch(() => true);
  }
};
