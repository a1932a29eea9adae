import type { Mint } from "@tribe/contract";
import * as z from "zod/mini";
import { keyIn, storageKeys } from "./keys.ts";
import { stored } from "./stored.ts";

const of = (mint: Mint) => stored(keyIn(storageKeys.drafts, mint), z.string());

/** What was written into a chat and not sent, as long as the tab lives. */
export const drafts = {
  read: (mint: Mint): string => of(mint).read() ?? "",
  write: (mint: Mint, text: string): void => of(mint).write(text === "" ? null : text),
} as const;
