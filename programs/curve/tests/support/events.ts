/** Reads a transaction's event calls like an indexer: by program and signer, never from logs. */
import { type Address, getCompiledTransactionMessageDecoder, type Transaction } from "@solana/kit";
import type { TransactionMetadata } from "litesvm";
import {
  CURVE_PROGRAM_ADDRESS,
  type CurveEvent,
  decodeCurveEvent,
} from "../../../../packages/chain/src/generated/index.ts";
import {
  decodePoolEvent,
  POOL_PROGRAM_ADDRESS,
  type PoolEvent,
} from "../../../../packages/chain/src/generated/pool/index.ts";

/** An event and the account that signed for it. */
export type Emitted = (CurveEvent | PoolEvent) & { readonly signer: Address };

const decoders = new Map<string, (data: Uint8Array) => CurveEvent | PoolEvent | undefined>([
  [CURVE_PROGRAM_ADDRESS, decodeCurveEvent],
  [POOL_PROGRAM_ADDRESS, decodePoolEvent],
]);

export function eventsOf(transaction: Transaction, meta: TransactionMetadata): Emitted[] {
  const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  return meta
    .innerInstructions()
    .flat()
    .flatMap((inner) => {
      const instruction = inner.instruction();
      const signer = staticAccounts[instruction.accounts()[0] ?? -1];
      const decode = decoders.get(staticAccounts[instruction.programIdIndex()] ?? "");
      const event = signer && decode?.(instruction.data());
      return event ? [{ ...event, signer }] : [];
    });
}
