import { ApiError } from "@tribe/contract";
import type { Carry } from "./model-chain.ts";
import type { Dice, VirtualTime } from "./virtual-time.ts";

const callTimeout = 20_000;

/**
 * A network that drops, duplicates, delays and reorders calls and answers, and reports an error for calls that have succeeded.
 * From `healsAt` on it is only slow, so that everything can come to its result.
 */
export const chaosNetwork = (
  time: VirtualTime,
  dice: Dice,
  healsAt: number,
  /** All calls and answers are dropped between these times (ms). */
  outage: { readonly from: number; readonly to: number },
): Carry => {
  const isOut = () => time.now() >= outage.from && time.now() < outage.to;
  const delay = () => (dice.chance(0.05) ? dice.between(3_000, 40_000) : dice.between(5, 1_500));
  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      const isCalm = time.now() >= healsAt;
      const lose = (probability: number) => isOut() || (!isCalm && dice.chance(probability));
      const unavailable = () => reject(new ApiError("unavailable"));
      time.after(callTimeout, unavailable);
      const arrive = (answers: boolean) => {
        let settle: () => void;
        try {
          const result = work();
          settle = () => resolve(result);
        } catch (error) {
          settle = () => reject(error);
        }
        if (!answers || lose(0.1)) return;
        // Sometimes a gateway reports a failure although the call has succeeded.
        time.after(delay(), lose(0.05) ? unavailable : settle);
      };
      if (!lose(0.1)) time.after(delay(), () => arrive(true));
      if (lose(0.1)) time.after(delay(), () => arrive(false));
    });
};
