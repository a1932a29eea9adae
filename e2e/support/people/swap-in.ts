import {
  address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  generateKeyPairSigner,
  lamports as kitLamports,
  signBytes,
} from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { buildSwapBuyMessage } from "@tribe/chain/messages";
import { assembleTransaction, lifecycleComputeUnitLimit, toBase64, toSignature } from "@tribe/chain/transactions";
import { type Lamports, lamports, type TokenId } from "@tribe/contract";
import type { Tribe } from "../product/tribe.ts";
import { untilConfirmed } from "./until-confirmed.ts";

/** Buys from a migrated token's pool without our server, as anybody may, with a new wallet. */
export const swapIn = async (tribe: Tribe, tokenId: TokenId, pays: Lamports): Promise<void> => {
  const { rpcUrl, programAddress } = tribe.config();
  const rpc = createSolanaRpc(rpcUrl);
  const signer = await generateKeyPairSigner();
  const wallet = fromChainAddress(signer.address);
  await rpc.requestAirdrop(address(wallet), kitLamports(pays * 2n)).send();
  const balance = async () => (await rpc.getBalance(address(wallet), { commitment: "confirmed" }).send()).value;
  await untilConfirmed(async () => (await balance()) === pays * 2n);
  const { value } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
  const message = await buildSwapBuyMessage({
    program: programAddress,
    wallet,
    blockhash: value.blockhash,
    microLamportsPerUnit: 0n,
    computeUnitLimit: lifecycleComputeUnitLimit("swap", true),
    tokenId,
    lamports: lamports(pays),
    minTokens: 1n,
    makesTokenAccount: true,
  });
  const signature = toSignature(await signBytes(signer.keyPair.privateKey, message));
  // The same base64 text, with kit's branded type.
  const wire = toBase64(
    assembleTransaction(message, { [wallet]: signature }),
  ) as string as Base64EncodedWireTransaction;
  await rpc.sendTransaction(wire, { encoding: "base64", preflightCommitment: "confirmed" }).send();
};
