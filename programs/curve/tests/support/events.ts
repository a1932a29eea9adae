/** Reads event calls out of a transaction as an indexer would: by program and signer, never from logs. */
import { type Address, getCompiledTransactionMessageDecoder, type Transaction } from "@solana/kit";
import type { TransactionMetadata } from "litesvm";
import {
  CURVE_PROGRAM_ADDRESS,
  type CurveEvent,
  decodeCurveEvent,
} from "../../../../packages/chain/src/generated/index.ts";

/** An event and the account that signed for it. */
export type Emitted = CurveEvent & { readonly signer: Address };

export function eventsOf(transaction: Transaction, meta: TransactionMetadata): Emitted[] {
  const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  return meta
    .innerInstructions()
    .flat()
    .flatMap((inner) => {
      const instruction = inner.instruction();
      const signer = staticAccounts[instruction.accounts()[0] ?? -1];
      if (staticAccounts[instruction.programIdIndex()] !== CURVE_PROGRAM_ADDRESS || !signer) return [];
      const event = decodeCurveEvent(instruction.data());
      return event ? [{ ...event, signer }] : [];
    });
}
