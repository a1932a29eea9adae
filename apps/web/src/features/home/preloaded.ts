/** A picture that takes longer comes later by itself. Milliseconds. */
const longestWaitMs = 1_500;

const loaded = async (address: string): Promise<void> => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
};

/** Waits until pictures can be drawn at once, but not long; one that fails is not waited for. */
export const preloaded = async (addresses: readonly (string | null)[]): Promise<void> => {
  const known = addresses.filter((address) => address !== null);
  if (known.length === 0) return;
  await Promise.race([
    Promise.allSettled(known.map(loaded)),
    new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
  ]);
};
