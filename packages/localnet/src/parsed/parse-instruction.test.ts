import fc from "fast-check";
import { expect, it } from "vitest";
import { type Key, keyAt, knownKey } from "../codec/keys.ts";
import { parseInstruction } from "./parse-instruction.ts";

const PROGRAMS = [
  "11111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "AddressLookupTab1e1111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
].map(knownKey);
const OTHERS: Key[] = Array.from({ length: 20 }, (_, index) => keyAt(Buffer.alloc(32, index + 1)));

it("shows any data of any program with any accounts, parsed or as bytes, and never fails", () => {
  const numbered = fc
    .tuple(fc.nat(60), fc.nat(16), fc.uint8Array({ maxLength: 200 }))
    .map(([kind, member, rest]) => Buffer.from([kind, member, ...rest]));
  const words = fc
    .tuple(fc.nat(14), fc.uint8Array({ maxLength: 120 }))
    .map(([kind, rest]) => Buffer.from([kind, 0, 0, 0, ...rest]));
  const any = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(
      fc.constantFrom(...PROGRAMS),
      fc.oneof(numbered, words, any),
      fc.uint8Array({ max: 20, maxLength: 12 }),
      (program, data, indexes) => {
        const instruction = { programIdIndex: 20, accounts: Buffer.from(indexes), data };
        const shown = parseInstruction(instruction, [...OTHERS, program], 3);
        expect(shown).toHaveProperty("programId");
        expect(shown).toHaveProperty("stackHeight", 3);
        const isParsed = Object.hasOwn(Object(shown), "parsed");
        expect(Object.hasOwn(Object(shown), "data")).toBe(!isParsed);
        expect(JSON.stringify(shown)).not.toContain("undefined");
      },
    ),
    { numRuns: 3000 },
  );
});
