import type { Address } from "@tribe/contract";
import { sortInstructions, type TradeKind } from "./instructions.ts";
import { parseMessage } from "./parsed-message.ts";

/**
 * The one instruction of ours in a compiled message, besides its compute budget and a token account. It classifies a message
 * before it is signed, and checks neither accounts nor amounts (`describeMessage` does).
 * @param program the curve program's address
 * @returns null for a message with none or several, or with anything that this app does not use
 */
export const tradeKindOfMessage = (bytes: Uint8Array, program: Address): TradeKind | null => {
  try {
    return sortInstructions(parseMessage(bytes), program).trade.kind;
  } catch {
    // Refused, or a decoder failed on unreadable bytes.
    return null;
  }
};
