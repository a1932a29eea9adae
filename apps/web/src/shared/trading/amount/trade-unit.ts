import * as z from "zod/mini";
import { storageKeys } from "../../storage/keys.ts";
import { stored } from "../../storage/stored.ts";

const kept = stored(storageKeys.tradeUnit, z.literal("SOL"));

/** Whether this person enters SOL for a buy on the curve: their last choice. */
export const tradeUnit = {
  wantsSol: (): boolean => kept.read() !== null,
  choose: (wantsSol: boolean): void => kept.write(wantsSol ? "SOL" : null),
} as const;
