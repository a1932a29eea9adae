import { type Mint, tokenUnits } from "@tribe/contract";
import type { Acknowledged, Chat, Person, TradeReceipt } from "@tribe/devkit";
import type { seededRandom } from "../random.ts";

/** The results that a client has received, which a crash must not lose. */
export interface Witness {
  readonly trades: { readonly person: Person; readonly side: "buy" | "sell"; readonly receipt: TradeReceipt }[];
  readonly messages: (Acknowledged & { readonly text: string })[];
}

interface StreamOptions {
  readonly mint: Mint;
  readonly random: ReturnType<typeof seededRandom>;
  readonly isOver: () => boolean;
  readonly witness: Witness;
}

/** Buys and sells small amounts, one trade after the other, until `isOver`; completes the last one. */
export const streamTrades = async (person: Person, { mint, random, isOver, witness }: StreamOptions): Promise<void> => {
  // Sells only what was bought here, and keeps the tokens for the seat.
  let spare = 0;
  while (!isOver()) {
    const side = spare > 0 && random.between(0, 2) === 0 ? "sell" : "buy";
    const milli = random.between(100, 900);
    const amount = side === "sell" ? Math.min(milli, spare) : milli;
    const tokens = tokenUnits(BigInt(amount) * 1_000_000n);
    const receipt = await person.trade(mint, { side, tokens });
    witness.trades.push({ person, side, receipt });
    if (receipt.outcome === "succeeded") spare += side === "buy" ? amount : -amount;
  }
};

/** Sends numbered messages, one after the other, until `isOver`; waits for the last acknowledgement. */
export const streamMessages = async (name: string, chat: Chat, { isOver, witness }: StreamOptions): Promise<void> => {
  while (!isOver()) {
    const text = `${name} says ${witness.messages.length}`;
    witness.messages.push({ ...(await chat.send(text)), text });
  }
};
