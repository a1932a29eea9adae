import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChain, type LocalChain } from "../../src/index.ts";
import { field } from "../support.ts";

const SYSTEM = "11111111111111111111111111111111";
const SIGNATURE = "1".repeat(64);
let chain: LocalChain;

beforeAll(() => {
  chain = createChain();
});

afterAll(async () => {
  await chain.close();
});

function errorOf(method: string, ...params: unknown[]): unknown {
  return field(JSON.parse(chain.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })) ?? "{}"), "error");
}

describe("invalid parameters get a node's error texts", () => {
  it.each<[string, unknown[], string]>([
    ["getBalance", [], "`params` should have at least 1 argument(s)"],
    ["getBlocksWithLimit", [1], "`params` should have at least 2 argument(s)"],
    ["getBlockTime", [], "Invalid params: invalid length 0, expected a tuple of size 1."],
    ["getBlockTime", [1, 2], "Invalid params: invalid length 2, expected fewer elements in array."],
    ["getBalance", [5], "Invalid params: invalid type: integer `5`, expected a string."],
    ["getBalance", [null], "Invalid params: invalid type: null, expected a string."],
    ["getBalance", [["x"]], "Invalid params: invalid type: sequence, expected a string."],
    ["getBalance", [{}], "Invalid params: invalid type: map, expected a string."],
    ["getBalance", [true], "Invalid params: invalid type: boolean `true`, expected a string."],
    ["getBalance", ["abc"], "Invalid param: WrongSize"],
    ["getBalance", ["0".repeat(40)], "Invalid param: Invalid"],
    ["getBalance", [SYSTEM, 5], "Invalid params: invalid type: integer `5`, expected struct RpcContextConfig."],
    ["getAccountInfo", [SYSTEM, { dataSlice: { offset: 1 } }], "Invalid params: missing field `length`."],
    [
      "getAccountInfo",
      [SYSTEM, { encoding: "hex" }],
      "Invalid params: unknown variant `hex`, expected one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`.",
    ],
    ["getAccountInfo", [SYSTEM, { minContextSlot: -1 }], "Invalid params: invalid value: integer `-1`, expected u64."],
    ["getSlot", [{ minContextSlot: 1.5 }], "Invalid params: invalid type: floating point `1.5`, expected u64."],
    ["getSlot", [{ minContextSlot: "1" }], 'Invalid params: invalid type: string "1", expected u64.'],
    ["getMultipleAccounts", [[SYSTEM, 1]], "Invalid params: invalid type: integer `1`, expected a string."],
    ["getMultipleAccounts", [Array(101).fill(SYSTEM)], "Too many inputs provided; max 100"],
    ["getSignatureStatuses", [Array(257).fill(SIGNATURE)], "Too many inputs provided; max 256"],
    ["getSignatureStatuses", [[SIGNATURE], {}], "Invalid params: missing field `searchTransactionHistory`."],
    ["getRecentPrioritizationFees", [Array(129).fill(SYSTEM)], "Too many inputs provided; max 128"],
    ["getProgramAccounts", [SYSTEM, { filters: Array(5).fill({ dataSize: 1 }) }], "Too many filters provided; max 4"],
    [
      "getProgramAccounts",
      [SYSTEM, { filters: [{ size: 1 }] }],
      "Invalid params: unknown variant `size`, expected one of `dataSize`, `memcmp`, `tokenAccountState`.",
    ],
    [
      "getProgramAccounts",
      [SYSTEM, { filters: [{ memcmp: { bytes: "1" } }] }],
      "Invalid params: missing field `offset`.",
    ],
    [
      "getProgramAccounts",
      [SYSTEM, { filters: [{ memcmp: { offset: 0 } }] }],
      "Invalid params: missing field `bytes`.",
    ],
    [
      "getProgramAccounts",
      [SYSTEM, { filters: [{ memcmp: { offset: 0, bytes: "0" } }] }],
      "Invalid param: Base58DecodeError(InvalidCharacter { character: '0', index: 0 })",
    ],
    [
      "getProgramAccounts",
      [SYSTEM, { filters: [{ memcmp: { offset: 0, bytes: "1".repeat(129) } }] }],
      "Invalid param: DataTooLarge",
    ],
    ["getSignaturesForAddress", [SYSTEM, { limit: 0 }], "Invalid limit; max 1000"],
    ["getSignaturesForAddress", [SYSTEM, { limit: 1001 }], "Invalid limit; max 1000"],
    [
      "getSignaturesForAddress",
      [SYSTEM, { commitment: "processed" }],
      "Method does not support commitment below `confirmed`",
    ],
    ["getBlocksWithLimit", [0, 500_001], "Limit too large; max 500000"],
    ["getBlock", [0, { encoding: "hex" }], untagged("RpcEncodingConfigWrapper")],
    ["getBlock", [0, { transactionDetails: "all" }], untagged("RpcEncodingConfigWrapper")],
    ["getTransaction", [SIGNATURE, { maxSupportedTransactionVersion: 256 }], untagged("RpcEncodingConfigWrapper")],
    ["getBlocks", [0, "x"], untagged("RpcBlocksConfigWrapper")],
    ["getLeaderSchedule", ["x"], untagged("RpcLeaderScheduleConfigWrapper")],
    ["getTokenSupply", [SYSTEM, {}], "Invalid params: missing field `commitment`."],
    [
      "getTokenSupply",
      [SYSTEM, { commitment: "max" }],
      "Invalid params: unknown variant `max`, expected one of `processed`, `confirmed`, `finalized`.",
    ],
    ["getTokenSupply", [SYSTEM], "Invalid param: not a Token mint"],
    ["getTokenAccountBalance", [SIGNATURE.slice(0, 32).replace(/^1/, "2")], "Invalid param: WrongSize"],
    ["getTokenLargestAccounts", [SYSTEM], "Invalid param: Token mint could not be unpacked"],
    ["getTokenAccountsByOwner", [SYSTEM, {}], "Invalid params: invalid value: map, expected map with a single key."],
    [
      "getTokenAccountsByOwner",
      [SYSTEM, { owner: SYSTEM }],
      "Invalid params: unknown variant `owner`, expected `mint` or `programId`.",
    ],
    ["getTokenAccountsByDelegate", [SYSTEM, { programId: SYSTEM }], "Invalid param: unrecognized Token program id"],
    ["getSlotLeaders", [0, 5001], "Invalid limit; max 5000"],
    ["getSlotLeaders", [9e9, 1], "Invalid slot range: leader schedule for epoch 20833 is unavailable"],
    ["getRecentPerformanceSamples", [721], "Invalid limit; max 720"],
    ["getBlockProduction", [{ range: {} }], "Invalid params: missing field `firstSlot`."],
    ["getBlockProduction", [{ range: { firstSlot: 2, lastSlot: 1 } }], "lastSlot, 1, cannot be less than firstSlot, 2"],
    ["getBlockProduction", [{ range: { firstSlot: 0, lastSlot: 9 } }], "lastSlot, 9, is too large; max 0"],
    ["isBlockhashValid", ["x"], "WrongSize"],
    [
      "sendTransaction",
      ["AAAA", { encoding: "json" }],
      "unsupported encoding: json. Supported encodings: base58, base64",
    ],
    ["sendTransaction", ["0", {}], "invalid base58 encoding: InvalidCharacter { character: '0', index: 0 }"],
    ["sendTransaction", ["A%AA", { encoding: "base64" }], "invalid base64 encoding: InvalidByte(1, 37)"],
    ["sendTransaction", ["AAA", { encoding: "base64" }], "invalid base64 encoding: InvalidPadding"],
    [
      "sendTransaction",
      ["AAAA", { preflightCommitment: "sure" }],
      "Invalid params: unknown variant `sure`, expected one of `processed`, `confirmed`, `finalized`.",
    ],
    ["simulateTransaction", ["AAAA", { accounts: {} }], "Invalid params: missing field `addresses`."],
    [
      "simulateTransaction",
      ["AAAA", { sigVerify: 1 }],
      "Invalid params: invalid type: integer `1`, expected a boolean.",
    ],
  ])("%s %j", (method, params, message) => {
    expect(errorOf(method, ...params)).toEqual({ code: -32602, message });
  });

  it("too many of them, with their number", () => {
    expect(errorOf("getBalance", SYSTEM, {}, 1)).toEqual({
      code: -32602,
      message: "Invalid parameters: Expected from 1 to 2 parameters.",
      data: '"Got: 3"',
    });
    expect(errorOf("getHealth", 1, "a", null, [true, { b: 1.5 }])).toEqual({
      code: -32602,
      message: "Invalid parameters: No parameters were expected",
      data: 'Array([Number(1), String("a"), Null, Array [Bool(true), Object {"b": Number(1.5)}]])',
    });
  });

  it("unknown fields are ignored", () => {
    expect(chain.request("getSlot", { commitment: "processed", colour: "red" })).toBe(1);
  });

  it("old commitment names are read as finalized", () => {
    expect(chain.request("getSlot", { commitment: "recent" })).toBe(0);
  });
});

function untagged(name: string): string {
  return `Invalid params: data did not match any variant of untagged enum ${name}.`;
}

describe("missing data has its own error code", () => {
  it.each<[number, string, unknown[], unknown]>([
    [-32016, "getSlot", [{ minContextSlot: 5, commitment: "processed" }], { contextSlot: 1 }],
    [-32016, "getBlocks", [0, { minContextSlot: 5 }], { contextSlot: 0 }],
    [-32004, "getBlock", [77], undefined],
    [-32004, "getBlockTime", [77], undefined],
    [-32004, "getInflationReward", [[SYSTEM], { epoch: 3 }], undefined],
    [-32008, "getHighestSnapshotSlot", [], undefined],
    [-32600, "getMinimumBalanceForRentExemption", [10 * 1024 * 1024 + 1], undefined],
    [-32601, "getConfirmedBlock", [1], undefined],
    [-32601, "getRecentBlockhash", [], undefined],
    [-32601, "toString", [], undefined],
  ])("%i for %s %j", (code, method, params, data) => {
    expect(errorOf(method, ...params)).toMatchObject(data === undefined ? { code } : { code, data });
  });

  it("says which block is missing", () => {
    expect(errorOf("getBlock", 77)).toEqual({ code: -32004, message: "Block not available for slot 77" });
  });
});

describe("invalid requests are refused under their own id", () => {
  it.each([
    ['{"jsonrpc":"1.0","id":7,"method":"getSlot"}', 7, "Invalid request"],
    ['{"jsonrpc":"2.0","id":"a","method":5}', "a", "Invalid request"],
    ['{"jsonrpc":"2.0","id":7,"method":"getSlot","extra":1}', 7, "Invalid request"],
    ['{"jsonrpc":"2.0","id":7,"method":"getSlot","params":"x"}', 7, "Invalid request"],
  ])("%s", (text, id, message) => {
    expect(JSON.parse(chain.answer(text) ?? "")).toEqual({ jsonrpc: "2.0", id, error: { code: -32600, message } });
  });

  it("a request without a version gets an answer without one", () => {
    const message = "Unsupported JSON-RPC protocol version";
    for (const text of ['{"id":7,"method":"getSlot"}', '{"jsonrpc":null,"id":7,"method":"getSlot"}']) {
      expect(JSON.parse(chain.answer(text) ?? "")).toEqual({ id: 7, error: { code: -32600, message } });
    }
  });

  it.each(["3", "null", '"x"', "true", "{", '{"jsonrpc":"2.0","id":-7,"method":"getSlot"}'])("%s", (text) => {
    const error = { code: -32700, message: "Parse error" };
    expect(JSON.parse(chain.answer(text) ?? "")).toEqual({ jsonrpc: "2.0", id: null, error });
  });

  it("parameters by name are refused where a node accepts them by position", () => {
    const named = (method: string) =>
      JSON.parse(chain.answer(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} })) ?? "");
    expect(named("getSlot")).toMatchObject({ error: { code: -32602, message: "`params` should be an array" } });
    const words = "Invalid params: invalid type: map, expected a tuple of size 1.";
    expect(named("getBlockTime")).toMatchObject({ error: { code: -32602, message: words } });
  });

  it("a batch is answered in order, without notifications", () => {
    const batch = [
      { jsonrpc: "2.0", id: 1, method: "getHealth" },
      { jsonrpc: "2.0", method: "getHealth" },
      { jsonrpc: "2.0", id: 2, method: "nothing" },
    ];
    expect(JSON.parse(chain.answer(JSON.stringify(batch)) ?? "")).toEqual([
      { jsonrpc: "2.0", id: 1, result: "ok" },
      { jsonrpc: "2.0", id: 2, error: { code: -32601, message: "Method not found" } },
    ]);
  });
});
