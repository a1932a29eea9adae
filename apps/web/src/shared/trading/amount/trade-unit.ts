import { lasting } from "../../storage/browser-storage.ts";

const storageKey = "tribe:v1:trade-unit";

/** Whether this person types SOL into a buy on the curve, as they did the last time they chose. */
export const tradeUnit = {
  wantsSol: (): boolean => lasting.read(storageKey) === "SOL",
  choose: (wantsSol: boolean): void => lasting.write(storageKey, wantsSol ? "SOL" : null),
} as const;
