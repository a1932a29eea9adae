import {
  appendTransactionMessageInstructions,
  blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { expect, test } from "vitest";
import { toChainAddress } from "../accounts/addresses.ts";
import { addressOf, messages } from "../testing.ts";
import { bytesOfMessage } from "./message-bytes.ts";

for (const { name, bytes } of messages)
  test(`${name}: the bytes are those of kit's encoder`, () => {
    const compiled = getCompiledTransactionMessageDecoder().decode(bytes);
    expect(new Uint8Array(getCompiledTransactionMessageEncoder().encode(compiled))).toEqual(bytes);
  });

const compiled = (dataLength: number) =>
  pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(toChainAddress(addressOf(1)), empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(addressOf(2)), lastValidBlockHeight: 0n },
        paid,
      ),
    (live) =>
      appendTransactionMessageInstructions(
        [
          { programAddress: toChainAddress(addressOf(3)) },
          { programAddress: toChainAddress(addressOf(4)), data: new Uint8Array(dataLength).fill(7) },
        ],
        live,
      ),
    (whole) => compileTransactionMessage(whole),
  );

test("lengths of one, two and no bytes, and instructions without accounts or data, are written as kit does", () => {
  for (const length of [0, 1, 127, 128, 1_000]) {
    const message = compiled(length);
    expect(bytesOfMessage(message)).toEqual(new Uint8Array(getCompiledTransactionMessageEncoder().encode(message)));
  }
});

test("lookup tables are written as kit does", () => {
  const lookupTableAddress = toChainAddress(addressOf(5));
  for (const [writableIndexes, readonlyIndexes] of [
    [[0], []],
    [[], [255, 3]],
    [[7, 1, 200], [2]],
  ]) {
    const message = { ...compiled(1), addressTableLookups: [{ lookupTableAddress, writableIndexes, readonlyIndexes }] };
    const ours = bytesOfMessage(message as never); // kit's type of a message leaves its lookups out
    expect(ours).toEqual(new Uint8Array(getCompiledTransactionMessageEncoder().encode(message as never)));
  }
});

test("a message of another version is refused", () => {
  expect(() => bytesOfMessage({ ...compiled(1), version: "legacy" } as never)).toThrow(RangeError);
});
