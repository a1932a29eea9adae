import type { Address } from "@tribe/contract";
import { sortInstructions, type TradeKind } from "./instructions.ts";
import { parseMessage } from "./parsed-message.ts";

/**
 * The one instruction of ours that a compiled message holds beside its compute budget and a token account: a first look
 * at what is signed, which judges neither its accounts nor its amounts (`describeMessage` does).
 * @param program the curve program's address
 * @returns null for a message that holds none, several, or anything that this app does not use
 */
export const tradeKindOfMessage = (bytes: Uint8Array, program: Address): TradeKind | null => {
  try {
    return sortInstructions(parseMessage(bytes), program).trade.kind;
  } catch {
    // Refused, or a decoder met something that it cannot read.
    return null;
  }
};
