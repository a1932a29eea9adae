/** Vibration patterns: milliseconds of vibration and pause. */
const patterns = { confirm: [12], done: [12, 60, 24] } as const;

/** Vibrates after a press that moves money, if the device can: one short tick, or two when the chain has confirmed. */
export const haptic = (kind: keyof typeof patterns): void => {
  // Not every browser has it, and without a touch since the page loaded it returns false.
  if ("vibrate" in navigator) navigator.vibrate([...patterns[kind]]);
};
