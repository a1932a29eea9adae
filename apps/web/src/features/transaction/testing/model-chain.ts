import type { Base64, TransactionSignature } from "@tribe/contract";
import type { ChainLink } from "../delivery/chain-link.ts";
import type { Dice, VirtualTime } from "./virtual-time.ts";

/** A transaction on its way to the model chain. */
export interface ModelTransaction {
  readonly signature: TransactionSignature;
  readonly lastValidBlockHeight: number;
}

interface Included {
  readonly at: number;
  readonly confirmedAt: number;
  readonly error: unknown;
}

const slotMs = 400;
const firstSlot = 1_000;
const slotsToFinal = 32;
const slotsOfBlockhash = 150;
/** How long a node answers for a signature without looking into its history. */
const recentMs = 60_000;

const slippage = { InstructionError: [2, { Custom: 6002 }] };

/** A chain that includes, fails, forgets and forks as dice say, and never the same transaction twice. */
export const createModelChain = (time: VirtualTime, dice: Dice) => {
  const included = new Map<TransactionSignature, Included>();
  /** How many of the nodes are far behind. */
  const laggards = dice.chance(0.2) ? 0.8 : 0.2;
  /** A provider that sends each method to nodes of its own: those that know statuses are all behind. */
  const isSplit = dice.chance(0.1);
  const slotAt = (at: number) => firstSlot + Math.floor(at / slotMs);
  const height = () => slotAt(time.now());

  const include = ({ signature, lastValidBlockHeight }: ModelTransaction) => {
    // What nobody signed is never included.
    if (signature === "" || included.has(signature) || height() > lastValidBlockHeight) return;
    const at = time.now();
    const isForked = dice.chance(0.1);
    const wait = dice.between(800, 3_000);
    const error = dice.chance(0.15) ? slippage : null;
    included.set(signature, { at, error, confirmedAt: isForked ? Number.POSITIVE_INFINITY : at + wait });
    // The fork that had it is given up before it is confirmed: it may be included again.
    if (isForked) time.after(wait, () => included.delete(signature));
  };

  /** A node hands it on, late or not at all. */
  const receive = (transaction: ModelTransaction): void => {
    if (dice.chance(0.3)) return;
    time.after(dice.chance(0.1) ? dice.between(0, 70_000) : dice.between(100, 3_000), () => include(transaction));
  };

  const statusAt = (signature: TransactionSignature, at: number, inHistory: boolean) => {
    const found = included.get(signature);
    if (!found || found.at > at) return null;
    const isCertain = found.confirmedAt <= at;
    if (isCertain && !inHistory && found.confirmedAt < at - recentMs) return null;
    return { error: found.error, isCertain };
  };

  return {
    height,
    newLastValidBlockHeight: () => height() + slotsOfBlockhash,
    finalizedHeight: () => height() - slotsToFinal,
    receive,
    /** What the chain has for certain, as nobody in the model may ask. */
    fate: (signature: TransactionSignature): "landed" | "failed" | null => {
      const status = statusAt(signature, time.now(), true);
      if (!status?.isCertain) return null;
      return status.error === null ? "landed" : "failed";
    },
    /** The chain as one node tells it, which may be far behind. */
    nodeView: (asks: "status" | "other") => {
      const lag = dice.chance(isSplit ? Number(asks === "status") : laggards)
        ? dice.between(0, 120_000)
        : dice.between(0, 2_000);
      const at = Math.max(0, time.now() - lag);
      return {
        slot: slotAt(at),
        status: (signature: TransactionSignature, inHistory: boolean) => statusAt(signature, at, inHistory),
        finalizedHeight: slotAt(at) - slotsToFinal,
        finalizedSlot: slotAt(at) - slotsToFinal,
        knowsBlockhashOf: ({ lastValidBlockHeight }: ModelTransaction) => {
          const [made, now] = [lastValidBlockHeight - slotsOfBlockhash, slotAt(at)];
          return now >= made && now <= lastValidBlockHeight;
        },
      };
    },
  };
};

export type ModelChain = ReturnType<typeof createModelChain>;

/** How a call reaches somebody and its answer comes back; see `chaos-network.ts`. */
export type Carry = <T>(work: () => T) => Promise<T>;

/** The browser's way to the chain: some node or other, over a network that loses, doubles, delays and lies. */
export const modelChainLink = (
  chain: ModelChain,
  dice: Dice,
  carry: Carry,
  read: (wire: Base64) => ModelTransaction,
): ChainLink => ({
  simulate: (wire) =>
    carry(() => {
      const node = chain.nodeView("other");
      const transaction = read(wire);
      // It sends what it should only try out, and says that it is too old.
      if (dice.chance(0.05)) {
        chain.receive(transaction);
        return { error: "BlockhashNotFound", logs: null };
      }
      if (!node.knowsBlockhashOf(transaction)) return { error: "BlockhashNotFound", logs: null };
      return { error: dice.chance(0.05) ? slippage : null, logs: null };
    }),
  baseFee: () => carry(() => (dice.chance(0.1) ? null : 5_000n)),
  balance: () => carry(() => 1_000_000_000n),
  send: (wire) =>
    carry(() => {
      chain.receive(read(wire));
      // It says no, and has taken it.
      if (dice.chance(0.1)) throw new Error("Blockhash not found");
    }),
  status: (signature, inHistory) =>
    carry(() => {
      const node = chain.nodeView("status");
      return { slot: node.slot, status: node.status(signature, inHistory) };
    }),
  finalized: () =>
    carry(() => {
      const node = chain.nodeView("other");
      return { slot: node.finalizedSlot, blockHeight: node.finalizedHeight };
    }),
  logs: () => carry(() => null),
});
