/** What a finger is told, in milliseconds of vibration and pause. */
const patterns = { confirm: [12], done: [12, 60, 24] } as const;

/** Lets the device answer a press that means money, where it can: a short tick, or two when the chain has said yes. */
export const haptic = (kind: keyof typeof patterns): void => {
  // Not every browser has it, and one without a touch since the page came refuses with false.
  if ("vibrate" in navigator) navigator.vibrate([...patterns[kind]]);
};
