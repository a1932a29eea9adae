import { type Base64EncodedWireTransaction, signature as kitSignature } from "@solana/kit";
import {
  buildConvertMessage,
  buildSwapBuyMessage,
  buildSwapSellMessage,
  type LifecycleFrame,
} from "@tribe/chain/messages";
import { assembleTransaction, lifecycleComputeUnitLimit, toBase64 } from "@tribe/chain/transactions";
import { type Lamports, lamports, type TokenUnits } from "@tribe/contract";
import { eventually, type TestPerson, type TestTribe, type TestWorld } from "./test-world.ts";

/** What people do with a migrated token without our server, directly on chain. Each resolves when it is confirmed. */
export interface PoolActs {
  convert(person: TestPerson, tribe: TestTribe, tokens: TokenUnits): Promise<void>;
  swapBuy(person: TestPerson, tribe: TestTribe, pays: Lamports): Promise<void>;
  /** Base units of the new mint. */
  swapSell(person: TestPerson, tribe: TestTribe, tokens: bigint): Promise<void>;
}

/** @throws Error as the chain refuses it */
export const poolActs = ({ chain }: TestWorld): PoolActs => {
  const frameOf = async (person: TestPerson, tribe: TestTribe, kind: "convert" | "swap"): Promise<LifecycleFrame> => {
    const { value } = await chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
    return {
      program: chain.programAddress,
      wallet: person.address,
      blockhash: value.blockhash,
      microLamportsPerUnit: 0n,
      computeUnitLimit: lifecycleComputeUnitLimit(kind, true),
      tokenId: tribe.tokenId,
    };
  };
  const send = async (person: TestPerson, message: Uint8Array): Promise<void> => {
    const signature = await person.sign(toBase64(message));
    // The same base64 text under kit's brand.
    const wire = toBase64(assembleTransaction(message, { [person.address]: signature })) as string;
    await chain.rpc
      .sendTransaction(wire as Base64EncodedWireTransaction, { encoding: "base64", preflightCommitment: "confirmed" })
      .send();
    await eventually("it is confirmed", async () => {
      const { value } = await chain.rpc.getSignatureStatuses([kitSignature(signature)]).send();
      return value[0]?.confirmationStatus === "confirmed" || value[0]?.confirmationStatus === "finalized";
    });
  };
  return {
    convert: async (person, tribe, tokens) =>
      send(
        person,
        await buildConvertMessage({ ...(await frameOf(person, tribe, "convert")), tokens, makesTokenAccount: true }),
      ),
    swapBuy: async (person, tribe, pays) =>
      send(
        person,
        await buildSwapBuyMessage({
          ...(await frameOf(person, tribe, "swap")),
          lamports: pays,
          minTokens: 1n,
          makesTokenAccount: true,
        }),
      ),
    swapSell: async (person, tribe, tokens) =>
      send(
        person,
        await buildSwapSellMessage({ ...(await frameOf(person, tribe, "swap")), tokens, minLamports: lamports(1n) }),
      ),
  };
};
