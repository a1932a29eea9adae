/** So many idle moments in a row without a change mean that nothing more comes. */
const quietMoments = 3;
/** A page that changes all the time, such as a meter of sound, is drawn after so many. */
const mostMoments = 60;

/** Waits until a page has its fonts and pictures, and has drawn what it had received, also what it left for idle moments. */
export const drawn = async (window: Window & typeof globalThis): Promise<void> => {
  const { document } = window;
  let changes = 0;
  const observer = new window.MutationObserver(() => {
    changes += 1;
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  let quiet = 0;
  for (let moment = 0; quiet < quietMoments && moment < mostMoments; moment += 1) {
    const before = changes;
    await new Promise((resolve) => window.requestIdleCallback(resolve));
    const isComplete = [...document.images].every(({ complete, loading }) => complete || loading === "lazy");
    quiet = changes === before && isComplete ? quiet + 1 : 0;
  }
  observer.disconnect();
  await document.fonts.ready;
};
