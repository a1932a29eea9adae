import { readFileSync } from "node:fs";
import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  type Address as KitAddress,
} from "@solana/kit";
import { type Address, addressSchema, tokenUnits } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { parseMessage } from "../clear-signing/parsed-message.ts";
import { encodeBase58 } from "../transactions/base58.ts";
import { airdropBatchSize, airdropComputeUnitLimit } from "./airdrop-costs.ts";
import { buildAirdropMessage } from "./airdrop-messages.ts";
import { checkAirdropMessage } from "./check-message.ts";
import { lightQueues } from "./light-trees.ts";
import { isOurLookupTable, localnetLookupTable, lookupTableAddresses } from "./lookup-table.ts";

const file = new URL("../../../../apps/server/src/engines/chain/lookup-table.json", import.meta.url);
const { pubkey, account } = JSON.parse(readFileSync(file, "utf8"));
const owner: string = account.owner;
const data = new Uint8Array(Buffer.from(account.data[0], "base64"));
const changed = (at: number, to: number): Uint8Array => {
  const bytes = data.slice();
  bytes[at] = to;
  return bytes;
};

describe("the lookup table of airdrops", () => {
  it("is the account with which our local chain starts", async () => {
    expect(pubkey).toBe(localnetLookupTable);
    expect(await isOurLookupTable(owner, data)).toBe(true);
    expect(new Set(await lookupTableAddresses()).size).toBe((data.length - 56) / 32);
  });

  it.each<[string, string, Uint8Array]>([
    ["another program's", localnetLookupTable, data],
    ["one that is no table yet", owner, changed(0, 0)],
    ["one that is being closed", owner, changed(4, 7)],
    ["one that somebody may change", owner, changed(21, 1)],
    ["one with another account in it", owner, changed(56 + 32 * 5, 9)],
    ["one with another account at its end", owner, changed(data.length - 1, 0)],
    ["one with more in it", owner, new Uint8Array([...data, ...data.slice(-32)])],
    ["one with less in it", owner, data.slice(0, -32)],
    ["one without a head", owner, data.slice(0, 40)],
    ["nothing", owner, new Uint8Array()],
  ])("is not %s", async (_what, program, bytes) => {
    expect(await isOurLookupTable(program, bytes)).toBe(false);
  });
});

const address = (fill: number): Address => addressSchema.parse(encodeBase58(new Uint8Array(32).fill(fill)));
const wallet = address(1);
const size = airdropBatchSize(true);
const recipients = Array.from({ length: size }, (_, index) => ({
  address: address(100 + index),
  amount: tokenUnits(BigInt(5_000 + index)),
}));
const step = { kind: "batch", index: 70_000, recipients, queue: lightQueues[0] } as const;
const limit = airdropComputeUnitLimit({ kind: "batch", recipients: size });
const frame = { wallet, blockhash: address(9) as string, computeUnitLimit: limit, microLamportsPerUnit: 1_000n };
const place = (lookupTable: Address | null) => ({
  mint: address(3),
  tokenProgram: "token2022" as const,
  slot: 12n,
  list: new Uint8Array(32).fill(4),
  lookupTable,
});

describe("a batch of eighteen", () => {
  it("fits into a transaction only with the table, in kit's encoding", async () => {
    const bytes = await buildAirdropMessage(frame, place(localnetLookupTable), step);
    expect(bytes.length + 65).toBeLessThanOrEqual(1_232);
    const message = getCompiledTransactionMessageDecoder().decode(bytes);
    expect([...getCompiledTransactionMessageEncoder().encode(message)]).toEqual([...bytes]);
    if (message.version !== 0) return expect.unreachable();
    expect(message.addressTableLookups?.map(({ lookupTableAddress }) => lookupTableAddress)).toEqual([
      localnetLookupTable as string as KitAddress,
    ]);
    expect((await buildAirdropMessage(frame, place(null), step)).length + 65).toBeGreaterThan(1_232);
    // Nothing else that people sign may use a lookup table.
    expect(() => parseMessage(bytes)).toThrow("lookup table");
  });

  it("is recognised with the checked table, and is another transaction with any other", async () => {
    const bytes = await buildAirdropMessage(frame, place(localnetLookupTable), step);
    expect(await checkAirdropMessage(bytes, wallet, place(localnetLookupTable), step)).toBeGreaterThan(0n);
    for (const other of [address(200), null])
      expect(await checkAirdropMessage(bytes, wallet, place(other), step)).toBeNull();
    const known = getCompiledTransactionMessageDecoder().decode(bytes);
    // Any changed bit must be detected, except in the blockhash and the price.
    for (const at of bytes.keys()) {
      // Each byte of the header, the keys and the lookups, and some of the payments: all are compared in the same way.
      if (at > 340 && at < bytes.length - 50 && at % 20 > 0) continue;
      const tampered = bytes.slice();
      tampered[at] = (tampered[at] ?? 0) ^ 1;
      if ((await checkAirdropMessage(tampered, wallet, place(localnetLookupTable), step)) === null) continue;
      const message = getCompiledTransactionMessageDecoder().decode(tampered);
      if (message.version !== 0 || known.version !== 0) return expect.unreachable();
      const [limitOf, , ...others] = message.instructions;
      const [knownLimit, , ...knownOthers] = known.instructions;
      expect([limitOf, others, message.staticAccounts, message.addressTableLookups]).toEqual([
        ...[knownLimit, knownOthers, known.staticAccounts, known.addressTableLookups],
      ]);
    }
  });
});
