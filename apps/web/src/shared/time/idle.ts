/** The longest wait on a page that is never idle. */
const timeoutMs = 1_000;

/** Resolves when the page is idle. Without browser support, with the next task. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    else setTimeout(resolve);
  });

/** Resolves in a new task, so that the browser can handle input or paint before the script continues. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
