import { lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { noFlags } from "@tribe/domain/money";
import { beforeAll, expect, test } from "vitest";
import { defaultProgramAddress as program } from "../accounts/addresses.ts";
import { describeMessage } from "../clear-signing/describe.ts";
import { addressOf, must, openTestChain } from "../testing/testing-chain.ts";
import { computeUnitLimit, lifecycleComputeUnitLimit } from "../transactions/compute.ts";
import { buildInitializeMessage } from "./initialize.ts";
import { buildMigrateMessage, buildSwapBuyMessage } from "./lifecycle-messages.ts";
import { buildCreateMessage } from "./messages.ts";
import { preparePayout } from "./payout.ts";

const { balanceOf, chainReader, person, send, setUpgradeAuthority, svm } = openTestChain();

const [admin, superAdmin, creator] = await Promise.all([41, 42, 43].map(person));
if (!admin || !superAdmin || !creator) throw new Error("three people are needed");
const tokenId = 4_100n as TokenId; // any u64
const wallet = addressOf(creator);
const request = { program, tokenId, wallet };
const frame = () => ({ program, wallet, blockhash: svm.latestBlockhash(), microLamportsPerUnit: 0n });

beforeAll(async () => {
  const head = addressOf(superAdmin);
  const offices = { program, payer: head, upgradeAuthority: head, admin: addressOf(admin), superAdmin: head };
  await setUpgradeAuthority(head);
  must(await send(await buildInitializeMessage({ ...offices, blockhash: svm.latestBlockhash() })));
  const firstBuy = { tokens: tokenUnits(10n ** 13n), maxLamports: lamports(10n ** 11n), minTokens: tokenUnits(1n) };
  must(
    await send(
      await buildCreateMessage({
        ...frame(),
        computeUnitLimit: computeUnitLimit("create", { makesTokenAccount: true }),
        admin: addressOf(admin),
        tokenId,
        name: "Paid",
        symbol: "PAI",
        uri: "https://tribe.example/api/meta/4100",
        firstBuy,
        coefficient: 100_000_000n,
        referralBonus: tokenUnits(0n),
        flags: noFlags,
        inviter: null,
      }),
    ),
  );
});

/** Signs and sends the prepared message. @returns the creator's gain, without the network's fee */
const payOut = async (): Promise<bigint> => {
  const prepared = await preparePayout(chainReader, request);
  if (!prepared) throw new Error("nothing has accrued");
  const described = await describeMessage(prepared.message, { wallet, admin: addressOf(admin), program });
  if (described.kind !== "collect") throw new Error(`the signer reads a ${described.kind}`);
  const before = balanceOf(wallet);
  must(await send(prepared.message));
  svm.expireBlockhash();
  return balanceOf(wallet) - before + described.spend.total;
};

test("pays the creator the curve's accrued fees, and then has nothing more to pay", async () => {
  // 2 % of the 85 SOL that closed the curve, rounded down
  expect(await payOut()).toBe(1_700_000_000n);
  expect(await preparePayout(chainReader, request)).toBeNull();
});

test("pays the fees of swaps from the pool", async () => {
  const tokens = { ...frame(), tokenId };
  must(await send(await buildMigrateMessage({ ...tokens, computeUnitLimit: lifecycleComputeUnitLimit("migrate") })));
  expect(await preparePayout(chainReader, request)).toBeNull();
  const swap = { ...frame(), tokenId, lamports: lamports(10n ** 9n), minTokens: 1n, makesTokenAccount: true };
  must(await send(await buildSwapBuyMessage({ ...swap, computeUnitLimit: lifecycleComputeUnitLimit("swap", true) })));
  expect(await payOut()).toBe(4_000_000n);
});

test("has nothing to pay for a token that does not exist", async () => {
  expect(await preparePayout(chainReader, { ...request, tokenId: 4_101n as TokenId })).toBeNull();
});
