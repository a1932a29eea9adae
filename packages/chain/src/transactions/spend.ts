import { type Lamports, lamports } from "@tribe/contract";
import { newTokenRent, tokenAccountRent, walletMinimum } from "../accounts/rent.ts";
import { priorityFee, signatureFee } from "./compute.ts";

/** The most that can leave a wallet by one message, by purpose. All in lamports. */
export interface Spend {
  /** The trade itself, including all its fees; 0 for a sell. */
  readonly trade: Lamports;
  /** Rent of new accounts; it stays in them and is not a fee. */
  readonly rent: Lamports;
  readonly signatures: Lamports;
  readonly priority: Lamports;
  readonly total: Lamports;
}

/** The inputs of a {@link Spend}. */
export interface SpendInput {
  /** `maxLamports` of the buy, 0 for none. */
  readonly tradeLamports: bigint;
  readonly rentLamports: bigint;
  readonly signatures: number;
  readonly computeUnitLimit: number;
  readonly microLamportsPerUnit: bigint;
}

/** Adds up the maximum cost of a message. */
export const spendOf = (input: SpendInput): Spend => {
  const signatures = signatureFee(input.signatures);
  const priority = priorityFee(input.computeUnitLimit, input.microLamportsPerUnit);
  return {
    trade: lamports(input.tradeLamports),
    rent: lamports(input.rentLamports),
    signatures,
    priority,
    total: lamports(input.tradeLamports + input.rentLamports + signatures + priority),
  };
};

/** Rent of a buy: the buyer's token account, if it is created. */
export const rentOfBuy = (makesTokenAccount: boolean): Lamports =>
  makesTokenAccount ? tokenAccountRent : lamports(0n);

/** Rent of a creation: state and mint, and a token account for each person who gets tokens. */
export const rentOfCreate = (creation: {
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
  readonly hasFirstBuy: boolean;
  readonly hasInviter: boolean;
}): Lamports =>
  lamports(
    newTokenRent(creation) +
      (creation.hasFirstBuy ? tokenAccountRent : 0n) +
      (creation.hasInviter ? tokenAccountRent : 0n),
  );

/** The least that a wallet must hold before: everything that leaves, and the rent-exempt minimum. */
export const solRequired = (spend: Spend): Lamports => lamports(spend.total + walletMinimum);
