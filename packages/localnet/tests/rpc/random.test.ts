import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Chain } from "../../src/chain/chain.ts";
import { answer } from "../../src/rpc/dispatch.ts";
import { rpcMethods } from "../../src/rpc/methods.ts";
import { field } from "../support.ts";

const ADDRESSES = [
  "11111111111111111111111111111111",
  "So11111111111111111111111111111111111111112",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
];
const FIELDS = [
  "commitment",
  "minContextSlot",
  "encoding",
  "dataSlice",
  "filters",
  "limit",
  "before",
  "until",
  "accounts",
  "addresses",
  "mint",
  "owner",
  "programId",
  "cursor",
  "page",
  "range",
  "epoch",
  "transactionDetails",
  "maxSupportedTransactionVersion",
  "skipPreflight",
  "sigVerify",
];
const WORDS = ["processed", "finalized", "base64", "base58", "jsonParsed", "full", "accounts", "1".repeat(64), "AQID"];

const leaf = fc.oneof(
  fc.constantFrom(...ADDRESSES, ...WORDS),
  fc.constantFrom(0, 1, 2, -1, 0.5, 255, 256, 1000, 2 ** 53, 2 ** 64, 1e300),
  fc.string({ maxLength: 8 }),
  fc.boolean(),
  fc.constant(null),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie("any"), { maxKeys: 4 }),
  ),
})).any;

describe("random parameters", () => {
  let chain: Chain;

  beforeAll(() => {
    chain = Chain.open({ autoTick: false });
    for (let i = 0; i < 40; i++) chain.tick();
  });

  afterAll(async () => {
    await chain.close();
  });

  it("get an answer or a client error from every method, and never an internal error", () => {
    // The leader schedule is as large as an epoch: once is enough (rpc-kit.test.ts).
    const methods = rpcMethods(chain, { enableWarp: false });
    methods.delete("getLeaderSchedule");
    const names = [...methods.keys()];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(value, { maxLength: 4 }), (method, params) => {
        const faults: unknown[] = [];
        const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
        const answered = answer(
          text,
          (name) => methods.get(name),
          (fault) => faults.push(fault),
        );
        expect(faults).toEqual([]);
        const code = field(JSON.parse(answered ?? "null"), "error", "code");
        // An impossible airdrop is an internal error of the faucet, as on a node.
        if (method !== "requestAirdrop") expect(code).not.toBe(-32603);
      }),
      { numRuns: 5000 },
    );
  });
});
