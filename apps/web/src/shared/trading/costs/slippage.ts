import { defaultSlippageBps } from "@tribe/contract";
import { clampSlippageBps } from "@tribe/domain/money";
import { createStore } from "../../state/store.ts";
import { lasting } from "../../storage/browser-storage.ts";

const storageKey = "tribe:v1:slippage";
const stored = lasting.read(storageKey);

/** The person's slippage in basis points, kept on this device. */
export const slippage = createStore<number>(
  clampSlippageBps(typeof stored === "number" ? stored : Number.NaN, defaultSlippageBps),
);
slippage.subscribe(() => lasting.write(storageKey, slippage.get()));
