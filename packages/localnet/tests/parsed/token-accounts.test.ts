import { describe, expect, it } from "vitest";
import { field } from "../support.ts";
import { A, accountViewer, B, b, C, c, D, d, packed } from "./support.ts";
import { accountData, mintData, NOW, SPL, shown, T22, tlv, uiAmount } from "./token-support.ts";

const YEAR = 31_556_736;

describe.each([
  ["spl-token", SPL],
  ["spl-token-2022", T22],
])("a plain account of %s", (name, program) => {
  it("is shown with its mint's decimals", async () => {
    const { mint, account } = await shown(program, mintData(1_000n, 2), accountData({ amount: 1_250n }));
    expect(mint).toEqual({
      program: name,
      parsed: {
        type: "mint",
        info: { mintAuthority: B, supply: "1000", decimals: 2, isInitialized: true, freezeAuthority: null },
      },
      space: 82,
    });
    const tokenAmount = uiAmount("1250", 2, 12.5, "12.5");
    const info = { mint: A, owner: C, tokenAmount, state: "initialized", isNative: false };
    expect(account).toEqual({ program: name, parsed: { type: "account", info }, space: 165 });
  });

  it("is shown with its delegate, its reserve, its state and its close authority", async () => {
    const data = accountData({ delegate: b, use: 2, native: 2_039_280n, close: d });
    const { account } = await shown(program, mintData(0n, 0), data);
    expect(field(account, "parsed", "info")).toEqual({
      mint: A,
      owner: C,
      tokenAmount: uiAmount("5", 0, 5, "5"),
      delegate: B,
      delegatedAmount: uiAmount("3", 0, 3, "3"),
      state: "frozen",
      isNative: true,
      rentExemptReserve: uiAmount("2039280", 0, 2_039_280, "2039280"),
      closeAuthority: D,
    });
  });

  it("that is a multisig is shown with its signers", async () => {
    const data = packed([2, 1], [3, 1], [1, 1], b, c, d, Buffer.alloc(8 * 32));
    const { account } = await shown(program, mintData(0n, 0), data);
    const info = { numRequiredSigners: 2, numValidSigners: 3, isInitialized: true, signers: [B, C, D] };
    expect(account).toEqual({ program: name, parsed: { type: "multisig", info }, space: 355 });
  });
});

it("an amount is exact as text, and a float while ten to the power of its decimals fits a u64", async () => {
  const maxU64 = 18_446_744_073_709_551_615n;
  const cases: [number, number | null, string][] = [
    [0, 2 ** 64, "18446744073709551615"],
    [9, 2 ** 64 / 1e9, "18446744073.709551615"],
    [19, 2 ** 64 / 1e19, "1.8446744073709551615"],
    [20, null, "0.18446744073709551615"],
    [25, null, "0.0000018446744073709551615"],
  ];
  for (const [decimals, float, text] of cases) {
    const { account } = await shown(SPL, mintData(0n, decimals), accountData({ amount: maxU64 }));
    const amount = uiAmount(maxU64.toString(), decimals, float, text);
    expect(field(account, "parsed", "info", "tokenAmount")).toEqual(amount);
  }
});

describe("amounts that change with time", () => {
  const interest = (rate: number, years: number) =>
    tlv(10, b, BigInt(NOW - years * YEAR), [rate, 2], BigInt(NOW - years * YEAR), [rate, 2]);
  const float = (value: number) => {
    const buffer = Buffer.alloc(8);
    buffer.writeDoubleLE(value);
    return buffer;
  };
  const scaled = (now: number, from: number, then: number) => tlv(25, b, float(now), BigInt(from), float(then));
  const amountOf = async (mint: Buffer, amount: bigint) => {
    const { account } = await shown(T22, mint, accountData({ amount }));
    return field(account, "parsed", "info", "tokenAmount");
  };

  it("grow with a mint's interest, compounded continuously", async () => {
    const grown = await amountOf(mintData(0n, 10, interest(500, 1)), 10_000_000_000n);
    expect(grown).toEqual(uiAmount("10000000000", 10, 1.0512710964, "1.0512710964"));
    const shrunk = await amountOf(mintData(0n, 4, interest(-500, 1)), 10_000n);
    expect(shrunk).toEqual(uiAmount("10000", 4, 0.9512, "0.9512"));
    expect(await amountOf(mintData(0n, 2, interest(0, 5)), 110n)).toEqual(uiAmount("110", 2, 1.1, "1.1"));
  });

  it("are not a number when interest exceeds a float", async () => {
    const grown = await amountOf(mintData(0n, 0, interest(32_767, 50_000)), 2n ** 64n - 1n);
    expect(grown).toEqual(uiAmount("18446744073709551615", 0, null, "inf"));
    const never = tlv(10, b, -(2n ** 63n), [1, 2], 2n ** 63n - 1n, [1, 2]);
    expect(await amountOf(mintData(0n, 0, never), 5n)).toEqual(uiAmount("5", 0, null, ""));
  });

  it("are multiplied by a scaled mint, and cut to whole base units", async () => {
    const config = mintData(0n, 2, scaled(0.99, NOW + YEAR, 3));
    expect(await amountOf(config, 101n)).toEqual(uiAmount("101", 2, 0.99, "0.99"));
    const later = mintData(0n, 2, scaled(0.99, NOW - 1, 3));
    expect(await amountOf(later, 101n)).toEqual(uiAmount("101", 2, 3.03, "3.03"));
  });

  it("show their mint's configuration", async () => {
    const mint = mintData(0n, 0, interest(-500, 1), scaled(1e21, 5, 0.5));
    const extensions = field((await shown(T22, mint, accountData({}))).mint, "parsed", "info", "extensions");
    const then = NOW - YEAR;
    expect(extensions).toEqual([
      {
        extension: "interestBearingConfig",
        state: {
          rateAuthority: B,
          initializationTimestamp: then,
          preUpdateAverageRate: -500,
          lastUpdateTimestamp: then,
          currentRate: -500,
        },
      },
      {
        extension: "scaledUiAmountConfig",
        state: {
          authority: B,
          multiplier: "1000000000000000000000",
          newMultiplierEffectiveTimestamp: 5,
          newMultiplier: "0.5",
        },
      },
    ]);
  });
});

describe("accounts of a token program that are returned as bytes", () => {
  const badMint = Buffer.alloc(82);
  const cases: [string, Buffer, Buffer][] = [
    ["without initialization", mintData(0n, 0), accountData({ use: 0 })],
    ["in a state to come", mintData(0n, 0), accountData({ use: 3 })],
    ["whose mint is none", badMint, accountData({})],
    ["of a kind that it is not", mintData(0n, 0), packed(accountData({}), [1, 1], tlv(7))],
    ["of a multisig's size, whatever they hold", mintData(0n, 0), packed(accountData({}), [2, 1], Buffer.alloc(189))],
    ["of a size between", mintData(0n, 0), accountData({}).subarray(0, 164)],
    [
      "with an option that is neither",
      mintData(0n, 0),
      packed(accountData({}).subarray(0, 72), [2, 4], Buffer.alloc(89)),
    ],
    [
      "that are mints with something before the extensions",
      mintData(0n, 0),
      packed(mintData(0n, 0), Buffer.alloc(83, 1), [1, 1]),
    ],
  ];
  it.each(cases)("%s", async (_what, mint, data) => {
    expect((await shown(T22, mint, data)).account).toEqual([data.toString("base64"), "base64"]);
  });
});

it("a multisig is not a holding, even with a holding's type byte", async () => {
  const signers = Buffer.alloc(11 * 32, 2);
  const data = packed([1, 1], [11, 1], [1, 1], signers);
  const { chain, close } = accountViewer([{ address: d, owner: T22, data }]);
  const balance = () => chain.request("getTokenAccountBalance", d.toBase58(), { commitment: "processed" });
  expect(balance).toThrow("not a Token account");
  await close();
});
