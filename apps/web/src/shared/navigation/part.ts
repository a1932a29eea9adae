/** A script of the page did not arrive: no network, or Tribe was renewed since the page was opened. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  constructor(cause: unknown) {
    super("A part of the page did not arrive", { cause });
  }
}

/**
 * Names the failure of a dynamic import as what it is. The router would answer the browser's own error by loading the
 * page anew, which without a network leads to the browser's error page.
 */
export const part =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load();
    } catch (cause) {
      throw new ChunkLoadError(cause);
    }
  };

/**
 * Loads the page anew, but only when that can work: the service worker opens it, or the server can be reached.
 * @throws when neither is so; the page stays.
 */
export const reloadSafely = async (): Promise<void> => {
  if (!navigator.serviceWorker?.controller) await fetch("/healthz", { cache: "no-store" });
  location.reload();
};
