import {
  AuthorityType,
  getApproveInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSetAuthorityInstruction,
} from "@solana-program/token-2022";
import { type Address, lamports, type Mint, type TokenId, tokenUnits } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { beforeAll, expect, test } from "vitest";
import {
  associatedTokenAddress,
  migrationAddresses,
  defaultProgramAddress as program,
  type TokenProgram,
  toChainAddress,
  tokenProgramAddress,
} from "../accounts/addresses.ts";
import { tokenAccountRent } from "../accounts/rent.ts";
import { describeMessage } from "../clear-signing/describe.ts";
import { isClosable } from "../closing/closable.ts";
import { explainTransactionError } from "../events/program-errors.ts";
import { addressOf, must, openTestChain } from "../testing/testing-chain.ts";
import { compile, signer } from "../transactions/compile-message.ts";
import { closeAccountsComputeUnitLimit, computeUnitLimit, lifecycleComputeUnitLimit } from "../transactions/compute.ts";
import { assembleTransaction, signersOf, toBase64, toSignature } from "../transactions/transactions.ts";
import { buildCloseAccountsMessage, maxAccountsClosed } from "./close-account.ts";
import { buildInitializeMessage } from "./initialize.ts";
import { buildConvertMessage, buildMigrateMessage, buildSwapSellMessage } from "./lifecycle-messages.ts";
import { buildBuyMessage, buildCreateMessage, buildSellMessage, tradeAddresses } from "./messages.ts";
import { buildTransferMessage, nativeMint } from "./transfer.ts";

const { balanceOf, dataOf, person, send, setUpgradeAuthority, svm, unitsOf } = openTestChain();

const [admin, superAdmin, creator, holder, stranger] = await Promise.all([81, 82, 83, 84, 85].map(person));
if (!admin || !superAdmin || !creator || !holder || !stranger) throw new Error("five people are needed");
const wallet = addressOf(holder);
const context = { wallet, admin: addressOf(admin), program };

const frameOf = (of: Address) => ({ program, wallet: of, blockhash: svm.latestBlockhash(), microLamportsPerUnit: 0n });
const frame = () => frameOf(wallet);
const closing = { closesAccount: true } as const;

const create = async (tokenId: TokenId, tokens: bigint) =>
  must(
    await send(
      await buildCreateMessage({
        ...frameOf(addressOf(creator)),
        computeUnitLimit: computeUnitLimit("create", { makesTokenAccount: true }),
        admin: addressOf(admin),
        tokenId,
        name: "Emptied",
        symbol: "EMP",
        uri: "https://tribe.example/api/meta/8100",
        firstBuy: { tokens: tokenUnits(tokens), maxLamports: lamports(10n ** 11n), minTokens: tokenUnits(1n) },
        coefficient: 100_000_000n,
        referralBonus: tokenUnits(0n),
        flags: noFlags,
        inviter: null,
      }),
    ),
  );
const curve = 8_100n as TokenId; // any u64
const full = 8_200n as TokenId; // any u64
const token = await tradeAddresses(curve, program);

beforeAll(async () => {
  const head = addressOf(superAdmin);
  const offices = { program, payer: head, upgradeAuthority: head, admin: addressOf(admin), superAdmin: head };
  await setUpgradeAuthority(head);
  must(await send(await buildInitializeMessage({ ...offices, blockhash: svm.latestBlockhash() })));
  await create(curve, 10n ** 11n);
  await create(full, 10n ** 13n);
});

const bought = tokenUnits(3_000_000_007n);
const buy = async (makesTokenAccount: boolean) => {
  svm.expireBlockhash();
  const order = { tokens: bought, maxLamports: lamports(10n ** 11n), minTokens: bought };
  const message = await buildBuyMessage({
    ...frame(),
    ...token,
    ...order,
    makesTokenAccount,
    admin: addressOf(admin),
    flags: noFlags,
    referrer: null,
    computeUnitLimit: computeUnitLimit("buy", { makesTokenAccount }),
  });
  must(await send(message));
};
const sellMessage = (tokens: bigint, more: { readonly closesAccount?: boolean } = closing) =>
  buildSellMessage({
    ...frame(),
    ...token,
    ...more,
    tokens: tokenUnits(tokens),
    minLamports: lamports(1n),
    admin: addressOf(admin),
    flags: noFlags,
    referrer: null,
    computeUnitLimit: computeUnitLimit("sell", closing),
  });
const transfer = async (from: Address, recipient: Address, mint: Mint, units: bigint) => {
  svm.expireBlockhash();
  const asset = { kind: "token", mint, units, decimals: 9 } as const;
  must(
    await send(
      await buildTransferMessage({ ...frameOf(from), recipient, asset, memo: null, computeUnitLimit: 100_000 }),
    ),
  );
};
const wireOf = (message: Uint8Array) =>
  toBase64(
    assembleTransaction(
      message,
      Object.fromEntries(signersOf(message).map((address) => [address, toSignature(new Uint8Array(64).fill(1))])),
    ),
  );

test("a sale of everything returns the deposit to the lamport, and leaves no account behind", async () => {
  await buy(true);
  const account = await associatedTokenAddress(wallet, token.mint);
  expect(isClosable(dataOf(account), wallet, bought)).toBe(true);
  const message = await sellMessage(bought);
  expect(await describeMessage(message, context)).toMatchObject({ kind: "sell", closesAccount: true });
  const before = balanceOf(wallet);
  const { events, units } = must(await send(message));
  const [sold] = events;
  if (sold?.kind !== "tokenSold") throw new Error("a sale is expected");
  const earned = sold.price - sold.platformFee - sold.creatorFee;
  expect(balanceOf(wallet) - before).toBe(earned + tokenAccountRent - 10_000n);
  expect(dataOf(account)).toHaveLength(0);
  expect(units).toBeLessThanOrEqual(computeUnitLimit("sell", closing));
});

test("a stranger's dust makes the closing fail, not the sale: without the closing it goes through", async () => {
  await buy(true);
  const late = await sellMessage(bought);
  await transfer(addressOf(creator), wallet, token.mint, 1n);
  const failed = await send(late);
  expect(failed.failed).toBe(true);
  const reasonAt = (index: number) =>
    explainTransactionError({
      error: { InstructionError: [index, { Custom: 11 }] },
      logs: failed.logs,
      program,
      transaction: wireOf(late),
    }).words.code;
  expect([2, 3].map(reasonAt)).toEqual(["token.11", "step.account_not_closed"]);
  const account = await associatedTokenAddress(wallet, token.mint);
  expect(isClosable(dataOf(account), wallet, bought)).toBe(false);
  must(await send(await sellMessage(bought, {})));
  expect(await unitsOf(wallet, token.mint)).toBe(1n);
  // The dust itself is sold and its account closed, as soon as it is worth a lamport.
  await buy(false);
  must(await send(await sellMessage(bought + 1n)));
  expect(dataOf(account)).toHaveLength(0);
});

test("an account that somebody else may close is not closed with the sale; a delegate or other lamports do not matter", async () => {
  await buy(true);
  const account = await associatedTokenAddress(wallet, token.mint);
  const at = { programAddress: tokenProgramAddress("token2022") };
  const approve = getApproveInstruction(
    {
      source: toChainAddress(account),
      delegate: stranger.address,
      owner: signer(wallet),
      amount: 5n,
    },
    at,
  );
  must(await send(compile({ ...frame(), computeUnitLimit: 20_000 }, [approve])));
  expect(isClosable(dataOf(account), wallet, bought)).toBe(true);
  must(await send(await sellMessage(bought)));
  expect(dataOf(account)).toHaveLength(0);

  await buy(true);
  const handOver = getSetAuthorityInstruction(
    {
      owned: toChainAddress(account),
      owner: signer(wallet),
      authorityType: AuthorityType.CloseAccount,
      newAuthority: stranger.address,
    },
    at,
  );
  must(await send(compile({ ...frame(), computeUnitLimit: 20_000 }, [handOver])));
  expect(isClosable(dataOf(account), wallet, bought)).toBe(false);
  expect((await send(await sellMessage(bought))).failed).toBe(true);
  svm.expireBlockhash();
  must(await send(await sellMessage(bought, {})));
});

test("a conversion and a sale in the pool close the accounts that they empty", async () => {
  const { newMint } = await migrationAddresses(full, program);
  const { mint } = await tradeAddresses(full, program);
  const lifecycle = { ...frameOf(addressOf(creator)), tokenId: full };
  must(await send(await buildMigrateMessage({ ...lifecycle, computeUnitLimit: lifecycleComputeUnitLimit("migrate") })));
  const units = tokenUnits(5_000_000_000n);
  await transfer(addressOf(creator), wallet, mint, units);
  const [old, migrated] = [await associatedTokenAddress(wallet, mint), await associatedTokenAddress(wallet, newMint)];
  const limit = lifecycleComputeUnitLimit("convert", true, true);
  const message = await buildConvertMessage({
    ...frame(),
    ...closing,
    tokenId: full,
    tokens: units,
    makesTokenAccount: true,
    computeUnitLimit: limit,
  });
  expect(await describeMessage(message, context)).toMatchObject({ kind: "convert", closesAccount: true });
  const before = balanceOf(wallet);
  expect(must(await send(message)).units).toBeLessThanOrEqual(limit);
  expect(dataOf(old)).toHaveLength(0);
  expect(balanceOf(wallet) - before).toBe(-5_000n);

  const tokens = await unitsOf(wallet, newMint);
  expect(isClosable(dataOf(migrated), wallet, tokens)).toBe(true);
  const sellLimit = lifecycleComputeUnitLimit("swap", false, true);
  const sell = await buildSwapSellMessage({
    ...frame(),
    ...closing,
    tokenId: full,
    tokens,
    minLamports: lamports(1n),
    computeUnitLimit: sellLimit,
  });
  expect(await describeMessage(sell, context)).toMatchObject({ kind: "swapSell", closesAccount: true });
  expect(must(await send(sell)).units).toBeLessThanOrEqual(sellLimit);
  expect(dataOf(migrated)).toHaveLength(0);
});

test("as many empty accounts of both token programs as fit into one transaction are closed together", async () => {
  const accounts: { account: Address; program: TokenProgram }[] = [];
  const open = async (mint: Mint, tokenProgram: TokenProgram) => {
    const account = await associatedTokenAddress(wallet, mint, tokenProgram);
    const making = getCreateAssociatedTokenIdempotentInstruction({
      payer: signer(wallet),
      ata: toChainAddress(account),
      owner: toChainAddress(wallet),
      mint: toChainAddress(mint),
      tokenProgram: tokenProgramAddress(tokenProgram),
    });
    must(await send(compile({ ...frame(), computeUnitLimit: 200_000 }, [making])));
    accounts.push({ account, program: tokenProgram });
  };
  // Wrapped SOL is the one mint of the older token program that every chain has.
  svm.withNativeMints();
  await open(nativeMint, "token");
  for (let id = 0n; accounts.length < maxAccountsClosed; id += 1n) {
    const tokenId = (8_300n + id) as TokenId; // any u64
    await create(tokenId, 10n ** 9n);
    await open((await tradeAddresses(tokenId, program)).mint, "token2022");
  }
  for (const { account } of accounts) expect(isClosable(dataOf(account), wallet, 0n)).toBe(true);
  const deposits = accounts.reduce((sum, { account }) => sum + balanceOf(account), 0n);
  const message = buildCloseAccountsMessage({
    ...frame(),
    accounts,
    computeUnitLimit: closeAccountsComputeUnitLimit(accounts.length),
  });
  const description = await describeMessage(message, context);
  expect(description).toMatchObject({ kind: "closeAccounts", accounts, spend: { total: 5_000n } });
  expect(wireOf(message).length).toBeLessThanOrEqual(Math.ceil(1_232 / 3) * 4);
  const before = balanceOf(wallet);
  expect(must(await send(message)).units).toBeLessThanOrEqual(closeAccountsComputeUnitLimit(accounts.length));
  expect(balanceOf(wallet) - before).toBe(deposits - 5_000n);
  expect(accounts.map(({ account }) => dataOf(account).length)).toEqual(accounts.map(() => 0));
});
