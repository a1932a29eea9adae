import { associatedTokenAddress } from "@tribe/chain/accounts";
import { lightPoolAddress } from "@tribe/chain/airdrop";
import {
  type Address,
  airdropState,
  type Mint,
  routes,
  type TokenUnits,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { readAccount } from "../../engines/chain/read-account.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";
import { lightFolder } from "./testing/light-folder.ts";
import { signAirdrop } from "./testing/sign-airdrop.ts";

const light = await lightFolder();
let world: TestWorld;
let tribe: TestTribe;
let member: TestPerson;
let holder: TestPerson;
beforeAll(async () => {
  if (!light) return;
  world = await startTestWorld(undefined, { light });
  tribe = await world.newTribe(1_000n);
  [member, holder] = await Promise.all([world.newPerson(), world.newPerson()]);
  await world.buy(member, tribe, 20n);
  await world.buy(holder, tribe, 60n);
  await member.call(routes.chat.join, { body: { mint: tribe.mint } });
});
afterAll(() => world?.stop());
beforeEach(() => {
  onTestFailed(() => void process.stdout.write(world.app.logs.filter((line) => line.includes('"err"')).join("")));
});

const heldBy = async (owner: Address, mint: Mint): Promise<bigint> =>
  amountAt(await associatedTokenAddress(owner, mint));
const amountAt = async (account: Address): Promise<bigint> => {
  const data = await readAccount(world.chain, account);
  return data ? new DataView(data.buffer, data.byteOffset).getBigUint64(64, true) : 0n;
};
const order = (amount: TokenUnits, options = {}) => ({
  body: {
    mint: tribe.mint,
    airdropMintAddress: tribe.mint,
    airdropAmount: amount,
    tokenType: "Token-2022" as const,
    options,
  },
});

test.skipIf(!light)(
  "a Chief gives members and holders what the split says, and the chain holds exactly that",
  async () => {
    const { chief } = tribe;
    const { tokens } = await chief.call(routes.airdrop.tokens, {});
    expect(tokens).toEqual([
      expect.objectContaining({ mintAddress: tribe.mint, tokenType: "Token-2022", decimals: 9, refusal: null }),
    ]);
    const amount = tokenUnits(100n * unitsPerToken);
    const before = await heldBy(chief.address, tribe.mint);
    const { taskId, task } = await chief.call(routes.airdrop.create, order(amount));
    expect(task).toMatchObject({
      snapshotMembersCount: 1,
      snapshotHoldersCount: 2,
      recipients: 3,
      totalBatches: 1,
      state: airdropState.pending,
    });
    await expect(chief.call(routes.airdrop.create, order(amount))).rejects.toMatchObject({ code: "airdrop_open" });
    const { entries } = await chief.call(routes.airdrop.recipients, { query: { taskId, limit: 1_000 } });
    const shareOf = (address: Address) => entries.find((entry) => entry.address === address)?.airdropAmount;
    // 10, 20 and 70 of 100, the holders' part by what they hold: a quarter and three.
    expect(shareOf(chief.address)).toBe(10n * unitsPerToken);
    expect(shareOf(member.address)).toBe(20n * unitsPerToken + (70n * unitsPerToken) / 4n);
    expect(shareOf(holder.address)).toBe((70n * unitsPerToken * 3n) / 4n);

    await signAirdrop(chief, taskId);
    const status = await eventually("the airdrop is over", async () => {
      const now = await chief.call(routes.airdrop.status, { query: { taskId } });
      return now.state === airdropState.pending ? null : now;
    });
    expect(status).toMatchObject({
      state: airdropState.completed,
      completedBatches: 1,
      paidRecipients: 3,
      underWay: 0,
    });
    expect(await amountAt(await lightPoolAddress(tribe.mint))).toBe(amount);
    expect(await heldBy(chief.address, tribe.mint)).toBe(before - amount);
    const { tokens: brought } = await member.call(routes.airdrop.by, {});
    expect(brought).toEqual([
      expect.objectContaining({
        mintAddress: tribe.mint,
        amount: shareOf(member.address),
        authors: [{ address: chief.address, displayName: chief.name }],
      }),
    ]);
    expect(await chief.call(routes.airdrop.existing, { query: { mint: tribe.mint } })).toEqual({ task: null });
  },
);
