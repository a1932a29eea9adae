import { defaultSlippageBps } from "@tribe/contract";
import { clampSlippageBps } from "@tribe/domain/money";
import * as z from "zod/mini";
import { createStoredStore } from "../../state/store.ts";
import { storageKeys } from "../../storage/keys.ts";
import { stored } from "../../storage/stored.ts";

const kept = stored(storageKeys.slippage, z.number());

/** The person's slippage in basis points, kept on this device. */
export const slippage = createStoredStore<number>({
  read: () => clampSlippageBps(kept.read() ?? Number.NaN, defaultSlippageBps),
  write: kept.write,
});
