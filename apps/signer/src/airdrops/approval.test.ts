import {
  type AirdropStep,
  airdropBatchSize,
  buildAirdropMessage,
  lightQueues,
  localnetLookupTable,
} from "@tribe/chain/airdrop";
import { toBase64 } from "@tribe/chain/transactions";
import type { Address, SignerAirdrop, SignerAirdropStep, TransactionSignature } from "@tribe/contract";
import { tokenUnits } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { addressOf, airdropOf, holders, mint, stranger, wallet } from "../testing/airdrop.ts";
import { approve } from "./approval.ts";
import { computeAirdrop } from "./computed-airdrop.ts";

const blockhash = addressOf(9) as string;
const slot = 500;
const frame = { wallet, blockhash, computeUnitLimit: 0, microLamportsPerUnit: 0n };
const signature = "1".repeat(64) as TransactionSignature; // not checked here

/** A confirmed airdrop in three batches, and messages as an honest server builds them. */
const confirmed = async (
  maxLamports = 100_000_000n,
  change: Partial<SignerAirdrop> = {},
  lookupTable: Address | null = null,
) => {
  const airdrop = await computeAirdrop(await airdropOf(change), wallet);
  const signed: Uint8Array[] = [];
  const noted: number[] = [];
  const approval = approve({
    wallet,
    airdrop,
    lookupTable,
    maxLamports,
    noteSetUp: async (at) => {
      noted.push(at);
    },
    sign: async (bytes) => {
      signed.push(bytes);
      return signature;
    },
  });
  const [queue] = lightQueues;
  const make = async (
    step: AirdropStep,
    given: Partial<SignerAirdropStep> = {},
    list = airdrop.list,
    table = lookupTable,
  ): Promise<SignerAirdropStep> => {
    const { airdropComputeUnitLimit } = await import("@tribe/chain/airdrop");
    const size = step.kind === "batch" ? { kind: step.kind, recipients: step.recipients.length } : { kind: step.kind };
    const place = { mint, tokenProgram: "token" as const, slot: BigInt(given.slot ?? slot), list, lookupTable: table };
    const message = await buildAirdropMessage(
      { ...frame, computeUnitLimit: airdropComputeUnitLimit(size) },
      place,
      step,
    );
    return {
      kind: step.kind,
      index: step.kind === "batch" ? step.index : null,
      queue: step.kind === "batch" ? step.queue : null,
      makesPool: step.kind === "setUp" && step.makesPool,
      slot,
      message: toBase64(message),
      ...given,
    };
  };
  const setUp = (given: Partial<SignerAirdropStep> = {}) =>
    make({ kind: "setUp", makesPool: true, batches: airdrop.batches }, given);
  const batch = (index: number, given: Partial<SignerAirdropStep> = {}, recipients = airdrop.batch(index)) =>
    make({ kind: "batch", index, recipients, queue }, given);
  return { airdrop, approval, noted, signed, make, setUp, batch, queue };
};

const refusing = (reason: RegExp) => ({ code: "refused", message: expect.stringMatching(reason) });

describe("a confirmed airdrop", () => {
  it("has each of its transactions signed, their bytes unchanged", async () => {
    const { airdrop, approval, setUp, batch, make, signed } = await confirmed();
    expect(airdrop.batches).toBe(3);
    await approval.sign([await setUp()]);
    await approval.sign([await batch(0), await batch(1), await batch(2)]);
    await approval.sign([await make({ kind: "close" })]);
    expect(signed).toHaveLength(5);
  });

  it("has nothing else signed: another task's batch, changed entries, a used index, a raised amount", async () => {
    const { airdrop, approval, setUp, batch, make, signed, queue } = await confirmed();
    await approval.sign([await setUp()]);
    const [first, ...others] = airdrop.batch(0);
    if (!first) throw new Error("a batch has recipients");
    const bad: [string, SignerAirdropStep][] = [
      [
        "another list",
        await make({ kind: "batch", index: 0, recipients: airdrop.batch(0), queue }, {}, new Uint8Array(32)),
      ],
      ["another recipient", await batch(0, {}, [{ ...first, address: stranger }, ...others])],
      ["more", await batch(0, {}, [{ ...first, amount: tokenUnits(first.amount + 1n) }, ...others])],
      ["somebody twice", await batch(0, {}, [first, first, ...others.slice(1)])],
      ["fewer", await batch(0, {}, others)],
      ["another batch's people under this index", await batch(0, {}, airdrop.batch(1))],
      ["this batch's people under another index", await batch(1, { index: 0 }, airdrop.batch(1))],
      ["an index that there is not", await batch(0, { index: 3 })],
      ["another queue", await batch(0, { queue: stranger })],
      ["another slot", await batch(0, { slot: slot + 1 })],
    ];
    for (const [what, step] of bad)
      await expect(approval.sign([await batch(2), step]), what).rejects.toMatchObject({ code: "refused" });
    expect(signed).toHaveLength(1);
  });

  it("never gets a second account once something was paid", async () => {
    const { approval, setUp, batch, make, airdrop, queue } = await confirmed();
    const later = slot + 200;
    await expect(approval.sign([await batch(0)])).rejects.toMatchObject(refusing(/set up/));
    await approval.sign([await setUp()]);
    // The first one expired without paying anything.
    await approval.sign([await setUp({ slot: later })]);
    await expect(approval.sign([await batch(0)])).rejects.toMatchObject(refusing(/pay twice/));
    const step = { kind: "batch", index: 0, recipients: airdrop.batch(0), queue } as const;
    await approval.sign([await make(step, { slot: later })]);
    await expect(approval.sign([await setUp({ slot: later + 1 })])).rejects.toMatchObject(refusing(/pay twice/));
  });

  it("signs a batch five times at most, and never above the fee that was shown", async () => {
    const many = await confirmed();
    await many.approval.sign([await many.setUp()]);
    for (let time = 0; time < 5; time += 1) await many.approval.sign([await many.batch(0)]);
    await expect(many.approval.sign([await many.batch(0)])).rejects.toMatchObject(refusing(/five times/));
    await many.approval.sign([await many.batch(1)]);

    const poor = await confirmed(3_600_000n + 25_000n);
    await poor.approval.sign([await poor.setUp()]);
    await expect(
      poor.approval.sign([await poor.batch(0), await poor.batch(1), await poor.batch(2)]),
    ).rejects.toMatchObject(refusing(/cost more/));
  });

  it("has batches of eighteen signed only with the lookup table that the wallet has checked", async () => {
    const large = { batchSize: airdropBatchSize(true) };
    const { airdrop, approval, signed, setUp, batch, make, queue } = await confirmed(
      100_000_000n,
      large,
      localnetLookupTable,
    );
    expect(airdrop.batches).toBe(2);
    await approval.sign([await setUp()]);
    await approval.sign([await batch(0), await batch(1)]);
    expect(signed).toHaveLength(3);
    for (const bytes of signed) expect(bytes.length + 65).toBeLessThanOrEqual(1_232);
    const step = { kind: "batch", index: 0, recipients: airdrop.batch(0), queue } as const;
    for (const table of [stranger, null])
      await expect(approval.sign([await make(step, {}, airdrop.list, table)])).rejects.toMatchObject({
        code: "refused",
      });

    const plain = await confirmed(100_000_000n, large);
    await plain.approval.sign([await plain.setUp()]);
    const byTable = await plain.make(step, {}, airdrop.list, localnetLookupTable);
    await expect(plain.approval.sign([byTable])).rejects.toMatchObject({ code: "refused" });
  });

  it("continues in its existing account", async () => {
    const { approval, batch, signed } = await confirmed(100_000_000n, { slot });
    await approval.sign([await batch(1)]);
    expect(signed).toHaveLength(1);
  });
});

describe("what a server says of an airdrop", () => {
  it.each<[string, Partial<SignerAirdrop>]>([
    ["a list of others", { listHash: "0".repeat(64) }],
    [
      "more than a Tribe's members",
      {
        entries: holders.concat(
          Array.from({ length: 97 }, (_, at) => ({ address: addressOf(60 + at), weight: "1", isMember: true })),
        ),
      },
    ],
    ["nobody", { toCreator: false, toMembers: false, toHolders: false }],
  ])("is refused when it names %s", async (_what, change) => {
    const given = { ...(await airdropOf()), ...change };
    await expect(computeAirdrop(given, wallet)).rejects.toMatchObject({ code: "refused" });
  });
});
