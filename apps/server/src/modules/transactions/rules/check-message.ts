import { tradeKindOfMessage } from "@tribe/chain/clear-signing";
import { signersOf } from "@tribe/chain/transactions";
import type { Address } from "@tribe/contract";
import type { TicketRow } from "../schema.ts";
import { kindOf } from "./kinds.ts";

/**
 * Checks that a ticket's message is of its kind, and names exactly the signers of that kind.
 * @returns whether the admin signs beside the trader. @throws Error for any other message
 */
export const checkMessage = (
  row: TicketRow,
  message: Uint8Array,
  { program, admin }: { readonly program: Address; readonly admin: Address },
): boolean => {
  const { instruction, coSigner } = kindOf(row.kind);
  const found = tradeKindOfMessage(message, program);
  if (found !== instruction) throw new Error(`the message of ticket ${row.ticket} is no ${row.kind} but ${found}`);
  const expected = coSigner ? [row.trader, admin] : [row.trader];
  if (signersOf(message).join() !== expected.join())
    throw new Error(`the message of ticket ${row.ticket} names other signers than it should`);
  return coSigner !== undefined;
};
