import { associatedTokenAddress, toChainAddress } from "@tribe/chain/accounts";
import { describeMessage } from "@tribe/chain/clear-signing";
import { fromBase64 } from "@tribe/chain/transactions";
import { type Address, airdropState, type Mint, routes, tokenUnits, unitsPerToken } from "@tribe/contract";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { readAccount } from "../../engines/chain/read-account.ts";
import { lightFolder } from "../airdrop/testing/light-folder.ts";
import { signAirdrop } from "../airdrop/testing/sign-airdrop.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";
import { signAndConfirm } from "../transactions/testing/transaction-steps.ts";

const light = await lightFolder();
const withLight = test.skipIf(!light);
let world: TestWorld;
let tribe: TestTribe;
let member: TestPerson;
beforeAll(async () => {
  if (!light) return;
  world = await startTestWorld(undefined, { light });
  tribe = await world.newTribe(1_000n);
  member = await world.newPerson();
  await world.buy(member, tribe, 20n);
  await member.call(routes.chat.join, { body: { mint: tribe.mint } });
});
afterAll(() => world?.stop());
beforeEach(() => {
  onTestFailed(() => void process.stdout.write(world.app.logs.filter((line) => line.includes('"err"')).join("")));
});

const heldBy = async (owner: Address, mint: Mint): Promise<bigint> => {
  const data = await readAccount(world.chain, await associatedTokenAddress(owner, mint));
  return data ? new DataView(data.buffer, data.byteOffset).getBigUint64(64, true) : 0n;
};
/** The Chief airdrops this many tokens to the members. */
const airdrop = async (tokens: bigint) => {
  const options = { shouldAirdropToCreator: false, shouldAirdropToMembers: true, shouldAirdropToHolders: false };
  const { mint, chief } = tribe;
  const { taskId } = await chief.call(routes.airdrop.create, {
    body: {
      ...{ mint, airdropMintAddress: mint, tokenType: "Token-2022", options },
      airdropAmount: tokenUnits(tokens * unitsPerToken),
    },
  });
  await signAirdrop(chief, taskId);
  await eventually("the airdrop is over", async () => {
    const { state } = await chief.call(routes.airdrop.status, { query: { taskId } });
    return state !== airdropState.pending;
  });
};
const waitingFor = async (person: TestPerson) => (await person.call(routes.claim.tokens, {})).tokens;
test("what can be claimed is the specification's GET /v1/airdrop/by", () => {
  expect(routes.claim.tokens).toMatchObject({ method: "GET", path: "/v1/airdrop/by" });
});

const prepare = (person: TestPerson, hashes: readonly Address[], idempotencyKey = crypto.randomUUID()) =>
  person.call(routes.claim.prepare, { body: { idempotencyKey, mintAddress: tribe.mint, hashes: [...hashes] } });

withLight(
  "airdropped tokens are listed with their sender, can be claimed to the last unit, and are then no longer listed",
  async () => {
    await airdrop(30n);
    await airdrop(7n);
    const [token, ...more] = await waitingFor(member);
    if (!token) return expect.unreachable();
    expect(more).toEqual([]);
    expect(token).toMatchObject({
      ...{ mintAddress: tribe.mint, amount: 37n * unitsPerToken, decimals: 9, tokenType: "Token-2022" },
      authors: [{ address: tribe.chief.address }],
    });
    expect(token.name).not.toBeNull();
    const hashes = token.accounts.map(({ hash }) => hash);
    expect(hashes).toHaveLength(2);

    const key = crypto.randomUUID();
    const prepared = await prepare(member, hashes, key);
    expect(await prepare(member, hashes, key)).toEqual(prepared);
    const described = await describeMessage(fromBase64(prepared.transaction), {
      ...{ wallet: member.address, admin: world.app.ctx.keys.admin.address, program: world.chain.programAddress },
    });
    if (described.kind !== "claim") return expect.unreachable();
    expect(described.units).toBe(37n * unitsPerToken);

    const before = await heldBy(member.address, tribe.mint);
    const lamports = async () => (await world.chain.rpc.getBalance(toChainAddress(member.address)).send()).value;
    const balance = await lamports();
    // Prepared in two tabs: the chain accepts one of them.
    const other = await prepare(member, hashes);
    await signAndConfirm(member, prepared);
    await eventually("the tokens are there", async () => (await heldBy(member.address, tribe.mint)) > before);
    expect((await heldBy(member.address, tribe.mint)) - before).toBe(37n * unitsPerToken);
    expect(balance - (await lamports())).toBeLessThanOrEqual(token.maxLamports);
    await expect(signAndConfirm(member, other)).rejects.toThrow();
    expect(await waitingFor(member)).toEqual([]);
    await expect(prepare(member, hashes)).rejects.toMatchObject({ code: "claim_spent" });
    expect((await heldBy(member.address, tribe.mint)) - before).toBe(37n * unitsPerToken);
  },
);

withLight("nobody claims another's, what is nobody's, or too much at once", async () => {
  await airdrop(5n);
  const [token] = await waitingFor(member);
  const hashes = token?.accounts.map(({ hash }) => hash) ?? [];
  expect(hashes).toHaveLength(1);
  const stranger = await world.newPerson({ isConnected: false });
  expect(await waitingFor(stranger)).toEqual([]);
  await expect(prepare(stranger, hashes)).rejects.toMatchObject({ code: "claim_spent" });
  await expect(prepare(member, [member.address])).rejects.toMatchObject({ code: "claim_spent" });
  await expect(prepare(member, [])).rejects.toMatchObject({ code: "invalid_field" });
  await expect(
    prepare(
      member,
      Array.from({ length: 7 }, () => member.address),
    ),
  ).rejects.toMatchObject({
    code: "invalid_field",
  });
});
