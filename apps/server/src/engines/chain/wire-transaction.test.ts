import {
  type Address as ChainAddress,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getAddressDecoder,
  getCompiledTransactionMessageEncoder,
} from "@solana/kit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readWireTransaction } from "./wire-transaction.ts";

type Compiled = Extract<CompiledTransactionMessage, { version: "legacy" | 0 }> & CompiledTransactionMessageWithLifetime;

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((key): ChainAddress => getAddressDecoder().decode(key));
const index = fc.nat({ max: 255 });

/** Messages as kit compiles them, with any content. */
const parts = fc.record({
  staticAccounts: fc.array(address, { maxLength: 200 }),
  lifetimeToken: address,
  instructions: fc.array(
    fc.record({ programAddressIndex: index, accountIndices: fc.array(index, { maxLength: 200 }), data: bytes(300) }),
    { maxLength: 8 },
  ),
});
const header = { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 1 };
const lookups = fc.array(
  fc.record({
    lookupTableAddress: address,
    writableIndexes: fc.array(index, { maxLength: 4 }),
    readonlyIndexes: fc.array(index, { maxLength: 4 }),
  }),
  { maxLength: 2 },
);
const message: fc.Arbitrary<Compiled> = fc.oneof(
  parts.map((part): Compiled => ({ ...part, header, version: "legacy" })),
  fc.tuple(parts, lookups).map(
    ([part, addressTableLookups]): Compiled => ({
      ...part,
      header,
      version: 0,
      addressTableLookups,
    }),
  ),
);

const wireOf = (compiled: Compiled, signatures: number): Buffer =>
  Buffer.concat([
    Buffer.from([signatures]),
    Buffer.alloc(64 * signatures, 9),
    Buffer.from(getCompiledTransactionMessageEncoder().encode(compiled)),
  ]);

test("transactions encoded by kit are decoded unchanged, legacy or of version 0, with any number of signatures", () => {
  fc.assert(
    fc.property(message, fc.nat({ max: 20 }), (compiled, signatures) => {
      const { accountKeys, instructions } = readWireTransaction(wireOf(compiled, signatures));
      expect(accountKeys).toEqual(compiled.staticAccounts);
      expect(instructions.map(({ programIdIndex, data }) => ({ programIdIndex, data: [...data] }))).toEqual(
        compiled.instructions.map(({ programAddressIndex, data }) => ({
          programIdIndex: programAddressIndex,
          data: [...(data ?? [])],
        })),
      );
    }),
    { numRuns: 300 },
  );
});

test("an unknown version is refused", () => {
  const wire = Buffer.alloc(200, 0);
  wire[0] = 1;
  wire[65] = 0x81;
  expect(() => readWireTransaction(wire)).toThrow("version");
});

test("bytes that end early are refused", () => {
  fc.assert(
    fc.property(parts, fc.nat(), (part, cut) => {
      const wire = wireOf({ ...part, header, version: "legacy" }, 1);
      expect(() => readWireTransaction(wire.subarray(0, cut % wire.length))).toThrow(RangeError);
    }),
  );
});
