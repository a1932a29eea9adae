import { describeMessage, type TradeDescription } from "@tribe/chain/clear-signing";
import type { Address, Base64, Mint, TransactionSignature } from "@tribe/contract";

/** What a message must be, in the eyes of who is asked to sign it. */
export interface Expectation {
  readonly owner: Address;
  readonly mint: Mint;
  readonly kind: TradeDescription["kind"];
  readonly programAddress: Address;
  readonly adminAddress: Address;
}

/** Signs a prepared message, once it was read and is what was asked for. */
export type SignMessage = (
  message: Base64,
  expected: Pick<Expectation, "mint" | "kind">,
) => Promise<TransactionSignature>;

/**
 * Reads a message as the wallet's frame does before it signs. @throws Error with the reason, when the message is
 * anything else than the one act with the expected token.
 */
export const readBeforeSigning = async (bytes: Uint8Array, expected: Expectation): Promise<TradeDescription> => {
  const { owner, programAddress, adminAddress } = expected;
  const description = await describeMessage(bytes, { wallet: owner, admin: adminAddress, program: programAddress });
  if (description.kind === "refused") throw new Error(`The message is not signed: ${description.reason}`);
  if (description.kind === "transfer" || description.kind === "claim")
    throw new Error(`The message is not signed: it is a ${description.kind}`);
  if (description.kind !== expected.kind || description.mint !== expected.mint)
    throw new Error(`The message is not signed: it is a ${description.kind} of ${description.mint}`);
  return description;
};
