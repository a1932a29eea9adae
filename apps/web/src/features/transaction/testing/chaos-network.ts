import { ApiError } from "@tribe/contract";
import type { Carry } from "./model-chain.ts";
import type { Dice, VirtualTime } from "./virtual-time.ts";

const callTimeout = 20_000;

/**
 * A network that drops, doubles, delays and reorders calls and answers, and answers with an error what was done all the
 * same. From `healsAt` on it is only slow: what can end must end then.
 */
export const chaosNetwork = (
  time: VirtualTime,
  dice: Dice,
  healsAt: number,
  /** Nothing gets through between these. */
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
        // A gateway on the way says that it failed, and it did not.
        time.after(delay(), lose(0.05) ? unavailable : settle);
      };
      if (!lose(0.1)) time.after(delay(), () => arrive(true));
      if (lose(0.1)) time.after(delay(), () => arrive(false));
    });
};
