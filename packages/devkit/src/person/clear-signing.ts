import { describeMessage, type TradeDescription } from "@tribe/chain/clear-signing";
import type { Address, Base64, Mint, TransactionSignature } from "@tribe/contract";

/** The message that a person expects to sign. */
export interface Expectation {
  readonly owner: Address;
  readonly mint: Mint;
  readonly kind: TradeDescription["kind"];
  readonly programAddress: Address;
  readonly adminAddress: Address;
}

/** Signs a prepared message after checking that it is the expected one. */
export type SignMessage = (
  message: Base64,
  expected: Pick<Expectation, "mint" | "kind">,
) => Promise<TransactionSignature>;

/**
 * Describes a message as the wallet's frame does before it signs. @throws Error with the reason, when it is anything except the
 * one expected action with the expected token
 */
export const readBeforeSigning = async (bytes: Uint8Array, expected: Expectation): Promise<TradeDescription> => {
  const { owner, programAddress, adminAddress } = expected;
  const description = await describeMessage(bytes, { wallet: owner, admin: adminAddress, program: programAddress });
  if (description.kind === "refused") throw new Error(`The message is not signed: ${description.reason}`);
  if (description.kind === "transfer" || description.kind === "claim" || description.kind === "closeAccounts")
    throw new Error(`The message is not signed: it is a ${description.kind}`);
  if (description.kind !== expected.kind || description.mint !== expected.mint)
    throw new Error(`The message is not signed: it is a ${description.kind} of ${description.mint}`);
  return description;
};
