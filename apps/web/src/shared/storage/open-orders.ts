import * as z from "zod/mini";
import { storageKeys } from "./keys.ts";
import { stored } from "./stored.ts";

const kept = stored(storageKeys.cardOrder, z.string());

/** The card order that this tab has begun and not yet seen delivered. */
export const openCardOrder = (): string | null => kept.read();

export const rememberCardOrder = (orderId: string | null): void => kept.write(orderId);
