import type { Mint } from "@tribe/contract";
import { passing } from "../../shared/browser-storage.ts";

const keyOf = (mint: Mint) => `tribe:v1:draft:${mint}`;

/** What was written into a chat and not sent, as long as the tab lives. */
export const drafts = {
  read: (mint: Mint): string => {
    const kept = passing.read(keyOf(mint));
    return typeof kept === "string" ? kept : "";
  },
  write: (mint: Mint, text: string): void => passing.write(keyOf(mint), text === "" ? null : text),
} as const;
