import { PublicKey } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { field } from "../support.ts";
import { A, a, accountViewer, B, b, C, c, D, d, E, e, type Field, f, h, packed } from "./support.ts";

const SYSTEM = "11111111111111111111111111111111";
const TABLES = "AddressLookupTab1e1111111111111111111111111";
const LOADER = "BPFLoaderUpgradeab1e11111111111111111111111";
const SYSVARS = "Sysvar1111111111111111111111111111111111111";
const TOKEN_PROGRAMS = ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"];
const STAKE = "Stake11111111111111111111111111111111111111";
const VOTE = "Vote111111111111111111111111111111111111111";
const CONFIG = "Config1111111111111111111111111111111111111";
const VALIDATOR_INFO = new PublicKey("Va1idator1nfo111111111111111111111111111111");
const CODE = Buffer.from("code");

const NEVER = 2n ** 64n - 1n;
const nonce = packed([1, 4], [1, 4], b, c, 5000n);
const table = (...rest: Field[]) => packed([1, 4], NEVER, 77n, [3, 1], [1, 1], b, [0, 2], ...rest);

const meta = packed(2_282_880n, b, c, [-5, 8], 9n, d);
const shownMeta = {
  rentExemptReserve: "2282880",
  authorized: { staker: B, withdrawer: C },
  lockup: { unixTimestamp: -5, epoch: 9, custodian: D },
};
const delegation = packed(e, 20n, 2n, NEVER, Buffer.from("000000000000d03f", "hex"), 10n);

const priorVoters = Buffer.alloc(32 * 48 + 9, 7);
const credits = packed(1n, 4n, 30n, 20n);
const timestamp = packed(99n, 1_700_000_000n);
const voters = packed(2n, 8n, d, 3n, e);
const shownVote = {
  nodePubkey: B,
  authorizedWithdrawer: C,
  commission: 7,
  inflationRewardsCommissionBps: 700,
  inflationRewardsCollector: A,
  blockRevenueCollector: B,
  blockRevenueCommissionBps: 10_000,
  pendingDelegatorRewards: "0",
  blsPubkeyCompressed: null,
  votes: [{ latency: 0, slot: 98, confirmationCount: 2 }],
  rootSlot: 66,
  authorizedVoters: [
    { epoch: 3, authorizedVoter: E },
    { epoch: 8, authorizedVoter: D },
  ],
  priorVoters: [],
  epochCredits: [{ epoch: 4, credits: "30", previousCredits: "20" }],
  lastTimestamp: { slot: 99, timestamp: 1_700_000_000 },
};
const root = packed([1, 1], 66n);
const votes = {
  oldest: packed(
    ...[[0, 4] as const, b, d, 8n, Buffer.alloc(32 * 56 + 8, 7), c, [7, 1] as const],
    ...[packed(1n, 98n, [2, 4]), root, credits, timestamp],
  ),
  older: packed([1, 4], b, c, [7, 1], packed(1n, 98n, [2, 4]), root, voters, priorVoters, credits, timestamp),
  third: packed([2, 4], b, c, [7, 1], packed(1n, [3, 1], 98n, [2, 4]), root, voters, priorVoters, credits, timestamp),
  newest: packed(
    ...[[3, 4] as const, b, c, d, e, [799, 2] as const, [500, 2] as const, 6n, [1, 1] as const],
    ...[Buffer.alloc(48), packed(0n), packed([0, 1]), voters, credits, timestamp],
  ),
};

const info = JSON.stringify({ name: "A validator", keybaseUsername: "a" });
const validatorInfo = packed([2, 1], VALIDATOR_INFO, [0, 1], b, [1, 1], BigInt(info.length), info);

async function shownAs(owner: string, data: Buffer): Promise<unknown> {
  const { show, close } = accountViewer([{ address: a, owner, data }]);
  const shown = show(a);
  await close();
  return shown;
}

describe("parsed accounts", () => {
  const cases: [string, string, Buffer, string, unknown][] = [
    [
      "a nonce",
      SYSTEM,
      nonce,
      "nonce",
      { type: "initialized", info: { authority: B, blockhash: C, feeCalculator: { lamportsPerSignature: "5000" } } },
    ],
    [
      "a lookup table",
      TABLES,
      table(c, d),
      "address-lookup-table",
      {
        type: "lookupTable",
        info: {
          deactivationSlot: "18446744073709551615",
          lastExtendedSlot: "77",
          lastExtendedSlotStartIndex: 3,
          authority: B,
          addresses: [C, D],
        },
      },
    ],
    [
      "a frozen lookup table",
      TABLES,
      packed([1, 4], 5n, 6n, [0, 1], [0, 1], Buffer.alloc(34)),
      "address-lookup-table",
      {
        type: "lookupTable",
        info: { deactivationSlot: "5", lastExtendedSlot: "6", lastExtendedSlotStartIndex: 0, addresses: [] },
      },
    ],
    ["an empty lookup table", TABLES, Buffer.alloc(56), "address-lookup-table", { type: "uninitialized" }],
    ["a program", LOADER, packed([2, 4], b), "bpf-upgradeable-loader", { type: "program", info: { programData: B } }],
    [
      "a program's code",
      LOADER,
      packed([3, 4], 9n, [1, 1], b, CODE),
      "bpf-upgradeable-loader",
      { type: "programData", info: { slot: 9, authority: B, data: [CODE.toString("base64"), "base64"] } },
    ],
    [
      "the code of a program that nobody can upgrade",
      LOADER,
      packed([3, 4], 9n, [0, 1], CODE),
      "bpf-upgradeable-loader",
      { type: "programData", info: { slot: 9, authority: null, data: [CODE.toString("base64"), "base64"] } },
    ],
    [
      "a buffer",
      LOADER,
      packed([1, 4], [1, 1], b, CODE),
      "bpf-upgradeable-loader",
      { type: "buffer", info: { authority: B, data: [CODE.toString("base64"), "base64"] } },
    ],
    ["an unused stake account", STAKE, Buffer.alloc(200), "stake", { type: "uninitialized" }],
    [
      "a stake account",
      STAKE,
      packed([1, 4], meta, Buffer.alloc(76)),
      "stake",
      { type: "initialized", info: { meta: shownMeta, stake: null } },
    ],
    [
      "a delegated stake account",
      STAKE,
      packed([2, 4], meta, delegation, [1, 1], Buffer.alloc(3)),
      "stake",
      {
        type: "delegated",
        info: {
          meta: shownMeta,
          stake: {
            delegation: {
              voter: E,
              stake: "20",
              activationEpoch: "2",
              deactivationEpoch: "18446744073709551615",
              warmupCooldownRate: 0.25,
            },
            creditsObserved: 10,
          },
        },
      },
    ],
    ["a pool of rewards", STAKE, packed([3, 4]), "stake", { type: "rewardsPool" }],
    [
      "a vote account of before 1.0",
      VOTE,
      votes.oldest,
      "vote",
      { type: "vote", info: { ...shownVote, authorizedVoters: [{ epoch: 8, authorizedVoter: D }] } },
    ],
    ["a vote account of 1.14", VOTE, votes.older, "vote", { type: "vote", info: shownVote }],
    [
      "a vote account with latencies",
      VOTE,
      Buffer.concat([votes.third], 3762),
      "vote",
      { type: "vote", info: { ...shownVote, votes: [{ latency: 3, slot: 98, confirmationCount: 2 }] } },
    ],
    [
      "a vote account with collectors",
      VOTE,
      votes.newest,
      "vote",
      {
        type: "vote",
        info: {
          ...shownVote,
          inflationRewardsCommissionBps: 799,
          inflationRewardsCollector: D,
          blockRevenueCollector: E,
          blockRevenueCommissionBps: 500,
          pendingDelegatorRewards: "6",
          blsPubkeyCompressed: "1".repeat(48),
          votes: [],
          rootSlot: null,
        },
      },
    ],
    [
      "what a validator says of itself",
      CONFIG,
      validatorInfo,
      "config",
      {
        type: "validatorInfo",
        info: {
          keys: [
            { pubkey: VALIDATOR_INFO.toBase58(), signer: false },
            { pubkey: B, signer: true },
          ],
          configData: { name: "A validator", keybaseUsername: "a" },
        },
      },
    ],
    ["an unused account of the loader", LOADER, Buffer.alloc(37), "bpf-upgradeable-loader", { type: "uninitialized" }],
  ];
  it.each(cases)("%s", async (_what, owner, data, program, parsed) => {
    expect(await shownAs(owner, data)).toEqual({ program, parsed, space: data.length });
  });
});

describe("accounts that are returned as bytes", () => {
  const cases: [string, string, Buffer][] = [
    ["of a program that nobody knows", h.toBase58(), Buffer.from("any")],
    ["of the system program without data", SYSTEM, Buffer.alloc(0)],
    ["of the system program, of a nonce's size", SYSTEM, Buffer.alloc(80)],
    ["a nonce of a version to come", SYSTEM, packed([2, 4], nonce.subarray(4))],
    ["a nonce cut short", SYSTEM, nonce.subarray(0, 79)],
    ["a lookup table with half an address", TABLES, table(Buffer.alloc(16))],
    ["a lookup table without its header", TABLES, table().subarray(0, 55)],
    ["a lookup table of a state to come", TABLES, packed([2, 4], Buffer.alloc(52))],
    [
      "a lookup table whose authority is neither there nor not",
      TABLES,
      packed([1, 4], 1n, 2n, [0, 1], [2, 1], Buffer.alloc(34)),
    ],
    ["a loader's account of a state to come", LOADER, packed([4, 4], b)],
    ["a program cut short", LOADER, packed([2, 4], [0, 3])],
    ["a sysvar that nobody knows", SYSVARS, Buffer.alloc(40)],
    ["a stake account of a state to come", STAKE, packed([4, 4], Buffer.alloc(196))],
    ["a delegated stake account without its flags", STAKE, packed([2, 4], meta, delegation)],
    ["a vote account of a version to come", VOTE, packed([4, 4], Buffer.alloc(3758))],
    ["a vote account cut short", VOTE, votes.third.subarray(0, -1)],
    ["a vote account without its prior voters", VOTE, votes.older.subarray(0, 200)],
    ["a config of nobody known", CONFIG, packed([1, 1], b, [1, 1], 4n, "true")],
    ["a validator that says no JSON", CONFIG, packed([1, 1], VALIDATOR_INFO, [0, 1], 3n, "no!")],
    ["a config with a length in more bytes than needed", CONFIG, packed([0x80, 1], [0, 1], Buffer.alloc(9))],
  ];
  it.each(cases)("%s", async (_what, owner, data) => {
    expect(await shownAs(owner, data)).toEqual([data.toString("base64"), "base64"]);
  });
});

it("shows the stake program's parameters at their address", async () => {
  const address = new PublicKey("StakeConfig11111111111111111111111111111111");
  const data = packed([0, 1], Buffer.from("000000000000d03f", "hex"), [12, 1]);
  const { show, close } = accountViewer([{ address, owner: CONFIG, data }]);
  expect(show(address)).toEqual({
    program: "config",
    parsed: { type: "stakeConfig", info: { warmupCooldownRate: 0.25, slashPenalty: 12 } },
    space: data.length,
  });
  await close();
});

describe("sysvars", () => {
  const { chain, show, close } = accountViewer([]);
  afterAll(close);
  const types: [string, string][] = [
    ["SysvarC1ock11111111111111111111111111111111", "clock"],
    ["SysvarEpochSchedu1e111111111111111111111111", "epochSchedule"],
    ["SysvarEpochRewards1111111111111111111111111", "epochRewards"],
    ["SysvarLastRestartS1ot1111111111111111111111", "lastRestartSlot"],
    ["SysvarRecentB1ockHashes11111111111111111111", "recentBlockhashes"],
    ["SysvarRent111111111111111111111111111111111", "rent"],
    ["SysvarS1otHashes111111111111111111111111111", "slotHashes"],
    ["SysvarS1otHistory11111111111111111111111111", "slotHistory"],
    ["SysvarStakeHistory1111111111111111111111111", "stakeHistory"],
  ];

  it.each(types)("%s is parsed as %s", (address, type) => {
    expect(show(new PublicKey(address))).toMatchObject({
      program: "sysvar",
      parsed: { type, info: expect.anything() },
    });
  });

  it("the clock has the chain's slot and time", () => {
    chain.warp({ seconds: 10 });
    const shown = show(new PublicKey("SysvarC1ock11111111111111111111111111111111"));
    const slot = chain.request("getSlot", { commitment: "processed" });
    expect(shown).toMatchObject({ parsed: { info: { slot, epoch: 0 } } });
    expect(field(shown, "parsed", "info", "unixTimestamp")).toBeGreaterThanOrEqual(1_700_000_010);
  });

  it("the slot history has a digit for each of its slots", () => {
    const bits = field(show(new PublicKey("SysvarS1otHistory11111111111111111111111111")), "parsed", "info", "bits");
    expect(bits).toMatch(/^1[01]*$/);
    expect(bits).toHaveLength(1024 * 1024);
  });
});

it("never fails on any bytes, and returns those that it cannot parse", async () => {
  const owners = [SYSTEM, TABLES, LOADER, ...TOKEN_PROGRAMS];
  // Bytes that start like a known type, so that the parsers get past the first field.
  const seeds = [nonce, table(c, d), packed([3, 4], 9n, [1, 1], b), packed([1, 4], b, 5n, [9, 1], [1, 1], [0, 4])];
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    fc
      .tuple(fc.constantFrom(...seeds), fc.nat(100), fc.uint8Array({ maxLength: 100 }))
      .map(([seed, keep, more]) => Buffer.concat([seed.subarray(0, keep), more])),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...owners),
      fc.array(anyBytes, { minLength: 1, maxLength: 20 }),
      async (owner, list) => {
        const addresses = list.map((_, index) => new PublicKey(Buffer.alloc(32, index + 100)));
        const planted = list.map((data, index) => ({ address: addresses[index] ?? f, owner, data }));
        const { show, close } = accountViewer(planted);
        for (const [index, address] of addresses.entries()) {
          const shown = show(address);
          if (Array.isArray(shown))
            expect(shown).toEqual([Buffer.from(list[index] ?? []).toString("base64"), "base64"]);
          else expect(shown).toMatchObject({ program: expect.any(String), space: list[index]?.length });
        }
        await close();
      },
    ),
    { numRuns: 30 },
  );
});
