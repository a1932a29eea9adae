/** The functions that release this tab's claims. */
const held = new Map<string, () => void>();

/**
 * Makes this tab the one that follows a transaction to its end. Waits while another tab does, until that one is closed or has
 * crashed, so that two tabs never show different results.
 */
export const claim = (id: string): Promise<void> =>
  new Promise((resolve) => {
    if (held.has(id)) return resolve();
    const hold = () =>
      new Promise<void>((release) => {
        held.set(id, release);
        resolve();
      });
    // Without locks each tab follows it, and both show the chain's result.
    if (!("locks" in navigator)) return void hold();
    navigator.locks.request(`tribe:transaction:${id}`, hold).catch(() => resolve());
  });

/** Releases a claim of this tab. */
export const release = (id: string): void => {
  held.get(id)?.();
  held.delete(id);
};
