import { PublicKey } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { a, accountViewer, B, b, C, c, D, d, type Field, f, h, packed } from "./parsed-support.ts";
import { field } from "./support.ts";

const SYSTEM = "11111111111111111111111111111111";
const TABLES = "AddressLookupTab1e1111111111111111111111111";
const LOADER = "BPFLoaderUpgradeab1e11111111111111111111111";
const SYSVARS = "Sysvar1111111111111111111111111111111111111";
const TOKEN_PROGRAMS = ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"];
const CODE = Buffer.from("code");

const NEVER = 2n ** 64n - 1n;
const nonce = packed([1, 4], [1, 4], b, c, 5000n);
const table = (...rest: Field[]) => packed([1, 4], NEVER, 77n, [3, 1], [1, 1], b, [0, 2], ...rest);

async function shownAs(owner: string, data: Buffer): Promise<unknown> {
  const { show, close } = accountViewer([{ address: a, owner, data }]);
  const shown = show(a);
  await close();
  return shown;
}

describe("accounts in words", () => {
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
    ["an unused account of the loader", LOADER, Buffer.alloc(37), "bpf-upgradeable-loader", { type: "uninitialized" }],
  ];
  it.each(cases)("%s", async (_what, owner, data, program, parsed) => {
    expect(await shownAs(owner, data)).toEqual({ program, parsed, space: data.length });
  });
});

describe("accounts that are shown as bytes", () => {
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
  ];
  it.each(cases)("%s", async (_what, owner, data) => {
    expect(await shownAs(owner, data)).toEqual([data.toString("base64"), "base64"]);
  });
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

  it("the clock tells the chain's slot and time", () => {
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

it("never fails on bytes of any kind, and gives back those that it can't parse", async () => {
  const owners = [SYSTEM, TABLES, LOADER, ...TOKEN_PROGRAMS];
  // Bytes that begin like something known, so that the readers get further than the first field.
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
