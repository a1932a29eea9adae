/** How to give each claim of this tab up. */
const held = new Map<string, () => void>();

/**
 * Makes this tab the one that follows a transaction to its end. Waits while another tab does: the browser gives the
 * claim on when that tab is closed or has crashed, so that two tabs never show two truths.
 */
export const claim = (id: string): Promise<void> =>
  new Promise((resolve) => {
    if (held.has(id)) return resolve();
    const hold = () =>
      new Promise<void>((release) => {
        held.set(id, release);
        resolve();
      });
    // A browser without locks has one truth per tab, and both are the chain's.
    if (!("locks" in navigator)) return void hold();
    navigator.locks.request(`tribe:transaction:${id}`, hold).catch(() => resolve());
  });

/** Gives a claim of this tab up. */
export const release = (id: string): void => {
  held.get(id)?.();
  held.delete(id);
};
