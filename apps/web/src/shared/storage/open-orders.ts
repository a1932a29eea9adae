import * as z from "zod/mini";
import { passing } from "./browser-storage.ts";

const storageKey = "tribe:v1:card";

/** The card order that this tab has begun and not yet seen delivered. */
export const openCardOrder = (): string | null => {
  const read = z.safeParse(z.string(), passing.read(storageKey));
  return read.success ? read.data : null;
};

export const rememberCardOrder = (orderId: string | null): void => passing.write(storageKey, orderId);
