import { generateKeyPairSigner, getBase58Decoder, signBytes } from "@solana/kit";
import { defaultProgramAddress, fromChainAddress, poolProgramAddress } from "@tribe/chain/accounts";
import { buildSwapSellMessage } from "@tribe/chain/messages";
import { fromBase64, toBase64, toSignature } from "@tribe/chain/transactions";
import { ApiError, type Base64, lamports, type TokenId, type TransactionSignature, type Uid } from "@tribe/contract";
import type { PreparedTransaction } from "../../../shared/dialogs/names.ts";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { type BrowserPreparerOptions, browserPreparer } from "../delivery/browser-preparer.ts";
import type { ChainError, ChainLink } from "../delivery/chain-link.ts";
import { explainer } from "../outcome/explain.ts";

// Shared by the tests of transactions that the page itself sends to the network.

/** The wallet that signs the transactions. */
export const wallet = await generateKeyPairSigner();
export const address = fromChainAddress(wallet.address);
export const explain = explainer({ curve: defaultProgramAddress, pool: poolProgramAddress });

const saleThat = async (closesAccount: boolean): Promise<PreparedTransaction> => ({
  message: toBase64(
    await buildSwapSellMessage({
      program: defaultProgramAddress,
      wallet: address,
      blockhash: getBase58Decoder().decode(new Uint8Array(32).fill(7)),
      computeUnitLimit: 10_000,
      microLamportsPerUnit: 1n,
      tokenId: 7n as TokenId,
      tokens: 1_000_000n,
      minLamports: lamports(1n),
      closesAccount,
    }),
  ),
  lastValidBlockHeight: 500,
  callbackTicket: null,
});
/** A sale in the pool that is valid until block height 500. */
export const prepared = await saleThat(false);
/** The same, which closes the account afterwards. */
export const closingSale = await saleThat(true);
/** The closing's failure: somebody has sent tokens meanwhile. */
export const dust: ChainError = { error: { InstructionError: [3, { Custom: 11 }] }, logs: null };

export const sign = async (message: Base64): Promise<TransactionSignature> =>
  toSignature(await signBytes(wallet.keyPair.privateKey, fromBase64(message)));

/** A node that does not answer. */
export const silent = (): Promise<never> => Promise.reject(new ApiError("unavailable"));
/** A successful simulation. */
export const fine: ChainError = { error: null, logs: [] };
/** The pool's refusal of a worse price. */
export const slippage: ChainError = {
  error: { InstructionError: [2, { Custom: 6003 }] },
  logs: [`Program ${poolProgramAddress} failed: custom program error: 0x1773`],
};

/** A chain on which everything succeeds, except for the test's changes. */
export const chainWith = (change: Partial<ChainLink> = {}): ChainLink => ({
  simulate: async () => fine,
  baseFee: async () => 5_000n,
  balance: async () => 1_000_000n,
  send: async () => undefined,
  status: async () => ({ slot: 600, status: null }),
  finalized: async () => ({ slot: 500, blockHeight: 400 }),
  logs: async () => null,
  ...change,
});

export const openOf = (made: Pick<OpenTransaction, "signature" | "via">): OpenTransaction => ({
  ...{ id: "one", uid: "person-1" as Uid, dialog: "genericTransaction", title: "", description: "" },
  ...{ signedAt: 0, trade: null, ...made },
});

/** The browser's preparer with which everything succeeds, except for the test's changes. */
export const preparerWith = (change: Partial<BrowserPreparerOptions> = {}) =>
  browserPreparer({
    pause: async () => undefined,
    prepareTransaction: async () => prepared,
    hasConfirmCallback: false,
    lamportsRequired: null,
    wallet: address,
    chain: chainWith(),
    explain,
    store: async (made) => ({ kind: "stored", open: openOf(made) }),
    ...change,
  });

/** The expected outcome for a failure with that title. */
export const failure = (title: string) => ({ kind: "failed", failure: { title } });
