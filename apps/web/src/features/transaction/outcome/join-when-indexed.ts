import { ApiError, type Mint, routes } from "@tribe/contract";
import { api } from "../../../shared/api/api.ts";
import { takingSeat } from "../../../shared/hand/taking-seat.ts";

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** The indexer may be a moment behind the chain: a join that fails for that reason is retried. Milliseconds. */
const pauses = [400, 800, 1_600, 3_000];

/** Whether a join was refused for want of tokens. */
export const isMissed = (error: unknown): boolean => error instanceof ApiError && error.code === "threshold_missed";

/** Takes the seat that a confirmed buy has brought. @throws ApiError */
export const joinWhenIndexed = async (mint: Mint): Promise<void> => {
  takingSeat.set(mint);
  for (const pause of pauses) {
    try {
      await api(routes.chat.join, { body: { mint } });
      return;
    } catch (error) {
      if (!isMissed(error)) throw error;
      await wait(pause);
    }
  }
  await api(routes.chat.join, { body: { mint } });
};
