import { type Mint, tokenUnits } from "@tribe/contract";
import type { Acknowledged, Chat, Person, TradeReceipt } from "@tribe/devkit";
import type { seededRandom } from "../random.ts";

/** What a client saw of its own doing: the promises that a crash must not break. */
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

/** Buys and sells small amounts, one trade after the other, until it is over; the last one is seen to its end. */
export const streamTrades = async (person: Person, { mint, random, isOver, witness }: StreamOptions): Promise<void> => {
  // What was bought here may be sold here: the tokens that hold the seat stay.
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

/** Writes numbered messages, one after the other, until it is over; the last one is seen to its acknowledgement. */
export const streamMessages = async (name: string, chat: Chat, { isOver, witness }: StreamOptions): Promise<void> => {
  while (!isOver()) {
    const text = `${name} says ${witness.messages.length}`;
    witness.messages.push({ ...(await chat.send(text)), text });
  }
};
