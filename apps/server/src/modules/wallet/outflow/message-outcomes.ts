import { toChainAddress } from "@tribe/chain/accounts";
import type { Address } from "@tribe/contract";
import {
  agreedOutcomes,
  type BookedMessage,
  type FinalizedTransaction,
  lastHeightOf,
  type MessageOutcome,
  outcomeBy,
  type SaidOutcome,
} from "@tribe/domain/outflow";
import type { AppContext, ReadingContext } from "../../../context/context.ts";
import { readWireTransaction } from "../../../engines/chain/wire-transaction.ts";
import { messageDigest } from "./message-digest.ts";

type Rpc = AppContext["walletNodes"][number]["rpc"];
type Listed = Awaited<ReturnType<ReturnType<Rpc["getSignaturesForAddress"]>["send"]>>[number];
type Read = (signature: Listed["signature"]) => Promise<FinalizedTransaction>;

const commitment = "finalized";
/** More signatures than that of one wallet since a message was counted say nothing about it. */
const maxPages = 3;
/** More transactions than that are not read for one message. */
const maxRead = 50;
/** Blocks from a message's oldest slot: those until it is over, and by which the nodes were apart. */
const maxBlocks = 500;

/**
 * What became of the messages that were counted for a wallet, as all nodes of the role `keys` agree by their finalized blocks. None
 * while one does not answer. A message is found by its digest, not by a signature: a hostile signer makes more than one of it.
 */
export const messageOutcomes = async (
  { walletNodes, log }: Pick<ReadingContext, "walletNodes" | "log">,
  wallet: Address,
  messages: readonly BookedMessage[],
): Promise<readonly MessageOutcome[]> => {
  const own = messages.filter((message) => message.wallet === wallet);
  if (own.length === 0) return [];
  try {
    return agreedOutcomes(own, await Promise.all(walletNodes.map(({ rpc }) => saidBy(rpc, wallet, own))));
  } catch (error) {
    log.warn({ err: error }, "what became of a wallet's transactions could not be read");
    return [];
  }
};

const saidBy = async (rpc: Rpc, wallet: Address, messages: readonly BookedMessage[]): Promise<SaidOutcome[]> => {
  const { absoluteSlot, blockHeight } = await rpc.getEpochInfo({ commitment }).send();
  const oldest = Math.min(...messages.map(({ slot }) => slot));
  // Behind one address there may be several nodes: the list must not be of one that is behind.
  const { listed, from } = await signaturesSince(rpc, wallet, { oldest, minContextSlot: absoluteSlot });
  const known = new Map<string, Promise<FinalizedTransaction>>();
  const read: Read = (signature) => {
    const found = known.get(signature) ?? readFinalized(rpc, signature);
    known.set(signature, found);
    return found;
  };
  return Promise.all(
    messages.map(async (message): Promise<SaidOutcome> => {
      if (message.slot < from) return "unknown";
      const last = Number(blockHeight) < lastHeightOf(message) ? null : await lastSlotOf(rpc, message);
      // Before it is over, only that it has failed says something: a success counts already.
      const candidates = listed.filter(({ slot, err }) =>
        slot < message.slot ? false : last === null ? err !== null : slot <= last,
      );
      if (candidates.length > maxRead) return "unknown";
      const transactions = await Promise.all(candidates.map(({ signature }) => read(signature)));
      return outcomeBy(message, transactions, last !== null);
    }),
  );
};

/**
 * The signatures of a wallet's finalized transactions, back to this slot or as far as they were read: `from` is the first slot of
 * which all are there. Nodes may list fewer at a time than they are asked for, so that only an empty list is the end.
 */
const signaturesSince = async (
  rpc: Rpc,
  wallet: Address,
  { oldest, minContextSlot }: { readonly oldest: number; readonly minContextSlot: bigint },
): Promise<{ readonly listed: readonly Listed[]; readonly from: number }> => {
  let listed: readonly Listed[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const last = listed.at(-1);
    if (last && last.slot < oldest) return { listed, from: oldest };
    const more = { commitment, minContextSlot, ...(last ? { before: last.signature } : {}) } as const;
    const next = await rpc.getSignaturesForAddress(toChainAddress(wallet), more).send();
    if (next.length === 0) return { listed, from: 0 };
    listed = [...listed, ...next];
  }
  return { listed, from: Number(listed.at(-1)?.slot ?? 0) + 1 };
};

/** @throws Error when the node doesn't have a transaction that it has listed */
const readFinalized = async (rpc: Rpc, signature: Listed["signature"]): Promise<FinalizedTransaction> => {
  const config = { commitment, encoding: "base64", maxSupportedTransactionVersion: 0 } as const;
  const found = await rpc.getTransaction(signature, config).send();
  if (!found?.meta) throw new Error(`the node lists transaction ${signature}, and does not have it`);
  const { message } = readWireTransaction(Buffer.from(found.transaction[0], "base64"));
  return { subject: messageDigest(message), hasFailed: found.meta.err !== null };
};

/**
 * The slot of the block after which a message is over. Null unless the node has every block from before its signature to that one: one that was started again from a snapshot, or keeps little, has a gap in which the message may have landed.
 */
const lastSlotOf = async (rpc: Rpc, message: BookedMessage): Promise<number | null> => {
  const heightAt = async (slot: bigint): Promise<number | null> => {
    const config = {
      commitment,
      transactionDetails: "none",
      rewards: false,
      maxSupportedTransactionVersion: 0,
    } as const;
    const block = await rpc.getBlock(slot, config).send();
    return block?.blockHeight === undefined ? null : Number(block.blockHeight);
  };
  const blocks = await rpc.getBlocksWithLimit(BigInt(message.slot), maxBlocks, { commitment }).send();
  const [first] = blocks;
  if (first === undefined || Number(first) !== message.slot) return null;
  const start = await heightAt(first);
  const last = start === null ? undefined : blocks[lastHeightOf(message) - start];
  if (last === undefined || (await heightAt(last)) !== lastHeightOf(message)) return null;
  return Number(last);
};
