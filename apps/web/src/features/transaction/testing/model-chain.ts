import type { Base64, TransactionSignature } from "@tribe/contract";
import type { ChainLink } from "../delivery/chain-link.ts";
import type { Dice, VirtualTime } from "./virtual-time.ts";

/** A transaction that is sent to the model chain. */
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
/** How long, in ms, a node knows a signature's status without searching its history. */
const recentMs = 60_000;

const slippage = { InstructionError: [2, { Custom: 6002 }] };

/** A chain that randomly includes, fails, forgets and forks transactions, but never includes one twice. */
export const createModelChain = (time: VirtualTime, dice: Dice) => {
  const included = new Map<TransactionSignature, Included>();
  /** The share of nodes that lag far behind. */
  const laggards = dice.chance(0.2) ? 0.8 : 0.2;
  /** A provider that routes each method to other nodes: all those that answer for statuses lag. */
  const isSplit = dice.chance(0.1);
  const slotAt = (at: number) => firstSlot + Math.floor(at / slotMs);
  const height = () => slotAt(time.now());

  const include = ({ signature, lastValidBlockHeight }: ModelTransaction) => {
    // An unsigned transaction is never included.
    if (signature === "" || included.has(signature) || height() > lastValidBlockHeight) return;
    const at = time.now();
    const isForked = dice.chance(0.1);
    const wait = dice.between(800, 3_000);
    const error = dice.chance(0.15) ? slippage : null;
    included.set(signature, { at, error, confirmedAt: isForked ? Number.POSITIVE_INFINITY : at + wait });
    // The fork with the transaction is dropped before confirmation: it may be included again.
    if (isForked) time.after(wait, () => included.delete(signature));
  };

  /** A node forwards the transaction, perhaps late or not at all. */
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
    /** The confirmed result on chain, for checks by the test only. */
    fate: (signature: TransactionSignature): "landed" | "failed" | null => {
      const status = statusAt(signature, time.now(), true);
      if (!status?.isCertain) return null;
      return status.error === null ? "landed" : "failed";
    },
    /** The chain as seen by one node, which may lag far behind. */
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

/** Transports a call and its answer; see `chaos-network.ts`. */
export type Carry = <T>(work: () => T) => Promise<T>;

/** The browser's calls to a random node of the chain, over the chaotic network. */
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
      // A dishonest node: it sends the transaction instead of simulating it, and reports that it is too old.
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
      // It has accepted the transaction, but reports an error.
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
