import type { Base64EncodedWireTransaction } from "@solana/kit";
import { buildChangeCreatorMessage } from "@tribe/chain/messages";
import { assembleTransaction, toBase64 } from "@tribe/chain/transactions";
import type { TransactionSignature } from "@tribe/contract";
import type { TestPerson, TestTribe, TestWorld } from "./test-world.ts";

/**
 * Changes a Tribe's creator on chain without our server: both sign, the new creator pays. With `isMigrated` also the pool's.
 * Resolves when it was sent. @throws Error as the chain refuses it
 */
export const handOver = async (
  { chain }: TestWorld,
  { tokenId }: TestTribe,
  from: TestPerson,
  to: TestPerson,
  isMigrated = false,
): Promise<TransactionSignature> => {
  const { value } = await chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
  const message = await buildChangeCreatorMessage({
    program: chain.programAddress,
    wallet: to.address,
    blockhash: value.blockhash,
    microLamportsPerUnit: 0n,
    tokenId,
    creator: from.address,
    newCreator: to.address,
    isMigrated,
  });
  const bytes = toBase64(message);
  const [ofNew, ofOld] = [await to.sign(bytes), await from.sign(bytes)];
  const signed = assembleTransaction(message, { [to.address]: ofNew, [from.address]: ofOld });
  // The same base64 text under kit's brand.
  const wire = toBase64(signed) as string as Base64EncodedWireTransaction;
  await chain.rpc.sendTransaction(wire, { encoding: "base64", preflightCommitment: "confirmed" }).send();
  return ofNew;
};
