/** It is done even on a page that is never at rest, after this long. */
const timeoutMs = 1_000;

/** Resolves when the page has nothing more urgent to do. Where the browser can't tell, with the next task. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    else setTimeout(resolve);
  });

/** Resolves with a task of its own, so that the browser may answer a finger or paint before the script goes on. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
