import { getBase58Decoder } from "@solana/kit";
import { type Address, lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { defaultProgramAddress, toChainAddress } from "./accounts/addresses.ts";
import { buildClaimMessage, type ClaimMessageInput } from "./claim/claim-message.ts";
import { buildCloseAccountsMessage, type CloseAccountsMessageInput } from "./messages/close-account.ts";
import {
  buildConvertMessage,
  buildPoolCollectMessage,
  buildSwapBuyMessage,
  buildSwapSellMessage,
  type ConvertMessageInput,
  type PoolCollectMessageInput,
  type SwapBuyMessageInput,
  type SwapSellMessageInput,
} from "./messages/lifecycle-messages.ts";
import {
  type BuyMessageInput,
  buildBuyMessage,
  buildCreateMessage,
  buildSellMessage,
  type CreateMessageInput,
  type SellMessageInput,
  tradeAddresses,
} from "./messages/messages.ts";
import { buildCollectMessage } from "./messages/operations.ts";
import { buildTransferMessage, type TransferMessageInput } from "./messages/transfer.ts";

/** Fixtures for this package's tests: addresses from a byte, and one message of each kind. */
export const addressOf = (seed: number): Address =>
  getBase58Decoder().decode(Uint8Array.from({ length: 32 }, (_, index) => (seed * 31 + index * 7) % 256)) as Address; // 32 bytes

export const wallet = addressOf(1);
export const admin = addressOf(2);
export const referrer = addressOf(3);
export const stranger = addressOf(4);
export const program = defaultProgramAddress;
export const context = { wallet, admin, program };

export const frame = {
  program,
  wallet,
  blockhash: addressOf(9) as string,
  computeUnitLimit: 60_000,
  microLamportsPerUnit: 20_000n,
};

export const createInput: CreateMessageInput = {
  ...frame,
  flags: noFlags,
  admin,
  tokenId: 77n,
  name: "Alice",
  symbol: "ALI",
  uri: "http://localhost:3000/api/meta/77",
  firstBuy: {
    tokens: tokenUnits(5_000_000_000n),
    maxLamports: lamports(2_000_000n),
    minTokens: tokenUnits(5_000_000_000n),
  },
  coefficient: 100_000_000n,
  referralBonus: tokenUnits(0n),
  inviter: null,
};

const trade = { ...frame, flags: noFlags, ...(await tradeAddresses(77n, program)), referrer: null };

export const buyInput: BuyMessageInput = {
  ...trade,
  admin,
  tokens: tokenUnits(12_500_000_000n),
  maxLamports: lamports(300_000_000n),
  minTokens: tokenUnits(12_000_000_000n),
  makesTokenAccount: true,
};

export const sellInput: SellMessageInput = {
  ...trade,
  admin,
  tokens: tokenUnits(3_000_000_000n),
  minLamports: lamports(1_000_000n),
};

const referral = { referral: true, affiliate: true, discount: true };

const lifecycle = { ...frame, tokenId: 77n as TokenId }; // any u64

export const convertInput: ConvertMessageInput = {
  ...lifecycle,
  tokens: tokenUnits(4_500_000_000n),
  makesTokenAccount: true,
};

export const swapBuyInput: SwapBuyMessageInput = {
  ...lifecycle,
  lamports: lamports(1_500_000_000n),
  minTokens: 36_000_123_456n,
  makesTokenAccount: true,
};

export const swapSellInput: SwapSellMessageInput = {
  ...lifecycle,
  tokens: 1_000_000_000_000n,
  minLamports: lamports(38_400_000n),
};

export const collectInput: PoolCollectMessageInput = { ...lifecycle, creator: addressOf(5), feeReceiver: addressOf(6) };

/** A wallet with a key; those of {@link addressOf} may have none. */
export const friend = "8dHEsm9jeYwzRVfHsM4AtkpSzN8Z1V6sXyTYmGkCmPhY" as Address; // 32 bytes of a public key
export const sendSolInput: TransferMessageInput = {
  ...frame,
  recipient: friend,
  asset: { kind: "sol", lamports: lamports(1_234_567_890n) },
  memo: null,
};
export const sendTokensInput: TransferMessageInput = {
  ...frame,
  recipient: friend,
  asset: { kind: "token", mint: trade.mint, units: 3_000_000_001n, decimals: 9 },
  memo: null,
};

const compressed = (seed: number, rootIndex: number | null) => ({
  amount: 1_000n + BigInt(seed),
  tree: toChainAddress(addressOf(100 + seed)),
  queue: toChainAddress(addressOf(120 + seed)),
  leafIndex: 70_000 + seed,
  rootIndex,
});
export const claimInput: ClaimMessageInput = {
  ...frame,
  mint: trade.mint,
  tokenProgram: "token2022",
  parts: [{ inputs: [compressed(1, null), compressed(2, null), compressed(1, null)], proof: null }],
};
/** A claim of accounts that their trees have already included, which needs validity proofs. */
export const provenClaimInput: ClaimMessageInput = {
  ...claimInput,
  tokenProgram: "token",
  parts: [
    { inputs: [compressed(1, 300), compressed(1, 301), compressed(1, null)], proof: new Uint8Array(128).fill(7) },
    { inputs: [compressed(3, 9)], proof: new Uint8Array(128).fill(8) },
  ],
};

export const closeAccountsInput: CloseAccountsMessageInput = {
  ...frame,
  accounts: [
    { account: addressOf(41), program: "token2022" },
    { account: addressOf(42), program: "token" },
    { account: addressOf(43), program: "token2022" },
  ],
};

/** One message of every kind that the app builds. */
export const messages: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[] = [
  { name: "create", bytes: await buildCreateMessage(createInput) },
  {
    name: "create without a first buy",
    bytes: await buildCreateMessage({
      ...createInput,
      firstBuy: { tokens: tokenUnits(0n), maxLamports: lamports(0n), minTokens: tokenUnits(0n) },
    }),
  },
  {
    name: "create with inviter",
    bytes: await buildCreateMessage({
      ...createInput,
      flags: referral,
      inviter: referrer,
      referralBonus: tokenUnits(2_000_000_000n),
    }),
  },
  { name: "buy", bytes: await buildBuyMessage(buyInput) },
  {
    name: "buy with referrer",
    bytes: await buildBuyMessage({ ...buyInput, flags: referral, referrer, makesTokenAccount: false }),
  },
  { name: "sell", bytes: await buildSellMessage(sellInput) },
  { name: "sell with referrer", bytes: await buildSellMessage({ ...sellInput, flags: referral, referrer }) },
  { name: "plain sell", bytes: await buildSellMessage({ ...sellInput, admin: null }) },
  { name: "sell of everything", bytes: await buildSellMessage({ ...sellInput, closesAccount: true }) },
  { name: "convert", bytes: await buildConvertMessage(convertInput) },
  {
    name: "convert into an account that is there",
    bytes: await buildConvertMessage({ ...convertInput, makesTokenAccount: false }),
  },
  {
    name: "convert of everything",
    bytes: await buildConvertMessage({ ...convertInput, closesAccount: true }),
  },
  { name: "swap buy", bytes: await buildSwapBuyMessage(swapBuyInput) },
  {
    name: "swap buy into an account that is there",
    bytes: await buildSwapBuyMessage({ ...swapBuyInput, makesTokenAccount: false }),
  },
  { name: "swap sell", bytes: await buildSwapSellMessage(swapSellInput) },
  { name: "swap sell of everything", bytes: await buildSwapSellMessage({ ...swapSellInput, closesAccount: true }) },
  { name: "close accounts", bytes: buildCloseAccountsMessage(closeAccountsInput) },
  { name: "collect", bytes: await buildCollectMessage(collectInput) },
  { name: "pool collect", bytes: await buildPoolCollectMessage(collectInput) },
  { name: "send SOL", bytes: await buildTransferMessage(sendSolInput) },
  { name: "send SOL with a memo", bytes: await buildTransferMessage({ ...sendSolInput, memo: "for lunch ☕" }) },
  { name: "send tokens", bytes: await buildTransferMessage(sendTokensInput) },
  { name: "claim", bytes: await buildClaimMessage(claimInput) },
  { name: "claim with proofs", bytes: await buildClaimMessage(provenClaimInput) },
  { name: "send tokens with a memo", bytes: await buildTransferMessage({ ...sendTokensInput, memo: "yours" }) },
];
