import type { Locator } from "playwright-core";

/**
 * Longer than Chromium drops presses on a frame that has just moved, if the frame watches its own visibility, as the
 * wallet's does (https://github.com/whatwg/html/issues/8012: half a second).
 */
const restMilliseconds = 600;

/**
 * Presses a button inside a frame of another site as a person does: once the frame has come to rest. A busy browser may
 * still hold the frame for one that moves, and drop the press; a person sees that nothing happened and presses again.
 */
export const pressInFrame = async (target: Locator): Promise<void> => {
  for (let isPressed = false; !isPressed; ) {
    await target.waitFor();
    const element = await target.elementHandle();
    const frame = await element?.ownerFrame();
    const box = await frame?.frameElement();
    if (!element || !box) throw new Error("what is to be pressed is in no frame");
    await box.evaluate(
      (node, rest) =>
        new Promise<void>((resolve) => {
          let place = "";
          let since = 0;
          const look = (now: number) => {
            // Typed as any node; what holds a frame is an element.
            const { x, y, width, height } = (node as Element).getBoundingClientRect();
            const next = [x, y, width, height].join();
            if (next !== place) since = now;
            place = next;
            if (now - since >= rest) resolve();
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
      restMilliseconds,
    );
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
