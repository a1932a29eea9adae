import { type Blockhash, blockhash } from "@solana/kit";
import { zeroAddress } from "@tribe/chain/accounts";
import { encodeBase58 } from "@tribe/chain/transactions";
import type { Address, Base64, Spend } from "@tribe/contract";
import type { BookedMessage } from "@tribe/domain/outflow";
import type { ReadingContext } from "../../../context/context.ts";
import { readWireTransaction, type WireTransaction } from "../../../engines/chain/wire-transaction.ts";
import { messageDigest } from "./message-digest.ts";

/** A signature does not wait longer for something that only spares its person a wait when it fails. */
const timeoutMs = 3_000;
const systemProgram = zeroAddress;
const systemAdvanceNonce = 4;

/**
 * Where the chain is before a message is signed, if that will tell whether it has expired: every node must know its blockhash, as
 * one that is behind could be told that it is over before it has seen it land. Null for another message than the spend's, for an
 * airdrop's list, for a durable nonce, which never expires, and while a node does not answer.
 */
export const bookedMessage = async (
  { walletNodes, log }: Pick<ReadingContext, "walletNodes" | "log">,
  { subject, outflow }: Spend,
  message: Base64,
): Promise<BookedMessage | null> => {
  const bytes = Buffer.from(message, "base64");
  if (outflow.kind === "airdrop" || messageDigest(bytes) !== subject) return null;
  const read = expiringMessage(bytes);
  if (read === null) return null;
  const { wallet, hash } = read;
  try {
    const abortSignal = AbortSignal.timeout(timeoutMs);
    const places = await Promise.all(
      walletNodes.map(async ({ rpc }) => {
        const finalized = rpc.getSlot({ commitment: "finalized" }).send({ abortSignal });
        const known = rpc.isBlockhashValid(hash, { commitment: "processed" }).send({ abortSignal });
        const newest = rpc.getEpochInfo({ commitment: "processed" }).send({ abortSignal });
        const [slot, { context, value }, { absoluteSlot, blockHeight }] = await Promise.all([finalized, known, newest]);
        // Behind one address there may be several nodes: the height may be of one that is behind the one that knows the blockhash.
        const ahead = Math.max(0, Number(context.slot - absoluteSlot));
        return value ? { slot: Number(slot), height: Number(blockHeight) + ahead } : null;
      }),
    );
    const known = places.filter((place) => place !== null);
    if (known.length === 0 || known.length < places.length) return null;
    const slot = Math.min(...known.map((place) => place.slot));
    return { wallet, subject, slot, height: Math.max(...known.map((place) => place.height)) };
  } catch (error) {
    log.warn({ err: error }, "where the chain is before a signature could not be read");
    return null;
  }
};

/** Who pays a message's fee, and the blockhash by which it expires; null for a durable nonce, and for what is no message. */
const expiringMessage = (message: Buffer): { readonly wallet: Address; readonly hash: Blockhash } | null => {
  let read: WireTransaction;
  try {
    read = readWireTransaction(Buffer.concat([Uint8Array.of(0), message])); // no signatures yet
  } catch {
    return null;
  }
  const { accountKeys, instructions } = read;
  const isDurable = instructions.some(
    ({ programIdIndex, data }) => accountKeys[programIdIndex] === systemProgram && data[0] === systemAdvanceNonce,
  );
  const [wallet] = accountKeys;
  return isDurable || wallet === undefined ? null : { wallet, hash: blockhash(encodeBase58(read.blockhash)) };
};
