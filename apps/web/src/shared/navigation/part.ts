import { serviceWorkers } from "../state/service-workers.ts";

/** A script of the page could not be loaded: no network, or a new version was deployed since the page was opened. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  constructor(cause: unknown) {
    super("A part of the page did not arrive", { cause });
  }
}

/**
 * Wraps the failure of a dynamic import. For the browser's own error the router would reload the page, which without a network
 * leads to the browser's error page.
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
 * Reloads the page, but only if that can work: the service worker serves it, or the server can be reached.
 * @throws otherwise; the page stays
 */
export const reloadSafely = async (): Promise<void> => {
  if (!serviceWorkers()?.controller) await fetch("/healthz", { cache: "no-store" });
  location.reload();
};
