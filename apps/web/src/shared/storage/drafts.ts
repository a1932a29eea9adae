import type { Mint } from "@tribe/contract";
import { passing } from "./browser-storage.ts";

const prefix = "tribe:v1:draft:";
const keyOf = (mint: Mint) => `${prefix}${mint}`;

/** What was written into a chat and not sent, as long as the tab lives. */
export const drafts = {
  read: (mint: Mint): string => {
    const kept = passing.read(keyOf(mint));
    return typeof kept === "string" ? kept : "";
  },
  write: (mint: Mint, text: string): void => passing.write(keyOf(mint), text === "" ? null : text),
  /** For the next person in this tab, who must not read them. */
  clear: (): void => {
    for (const key of passing.keys(prefix)) passing.write(key, null);
  },
} as const;
