import {
  appendTransactionMessageInstructions,
  blockhash,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { describe, expect, test } from "vitest";
import { toChainAddress } from "../accounts/addresses.ts";
import { addressOf, messages } from "../testing.ts";
import { bytesOfMessage, messageOfBytes } from "./message-bytes.ts";

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

test("lengths of zero, one and two bytes, and instructions without accounts or data, are encoded as kit does", () => {
  for (const length of [0, 1, 127, 128, 1_000]) {
    const message = compiled(length);
    expect(bytesOfMessage(message)).toEqual(new Uint8Array(getCompiledTransactionMessageEncoder().encode(message)));
  }
});

test("lookup tables are encoded as kit does", () => {
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

type Message = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

/** The result of decoding bytes; kit leaves out empty lists. */
const readBy = (read: (bytes: Uint8Array) => Message, bytes: Uint8Array) => {
  let message: Message;
  try {
    message = read(bytes);
  } catch {
    return "no message";
  }
  if (message.version !== 0) return message;
  const { instructions, addressTableLookups = [], ...rest } = message;
  const whole = instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
    programAddressIndex,
    accountIndices,
    data: Uint8Array.from(data),
  }));
  return { ...rest, instructions: whole, addressTableLookups };
};
const readByKit = (bytes: Uint8Array) => readBy((each) => getCompiledTransactionMessageDecoder().decode(each), bytes);

describe("a message is decoded as kit does", () => {
  const lookups = [
    { lookupTableAddress: toChainAddress(addressOf(5)), writableIndexes: [7, 1, 200], readonlyIndexes: [2] },
    { lookupTableAddress: toChainAddress(addressOf(6)), writableIndexes: [], readonlyIndexes: [] },
  ];
  const withLookups = bytesOfMessage({ ...compiled(200), addressTableLookups: lookups } as never); // as above
  const all = [...messages, { name: "message with lookup tables", bytes: withLookups }];
  for (const { name, bytes } of all)
    test(`a ${name}, whole, truncated, with trailing bytes, and with changed bytes`, () => {
      expect(readBy(messageOfBytes, bytes)).toEqual(readByKit(bytes));
      expect(readByKit(bytes)).not.toBe("no message");
      const longer = Uint8Array.from([...bytes, 1]);
      expect(readBy(messageOfBytes, longer)).toEqual(readByKit(longer));
      for (let index = 0; index < bytes.length; index += 7) {
        const cut = bytes.slice(0, index);
        expect(readBy(messageOfBytes, cut), `cut at ${index}`).toEqual(readByKit(cut));
        const changed = bytes.with(index, (bytes[index] ?? 0) ^ (1 << (index % 8)));
        expect(readBy(messageOfBytes, changed), `changed at ${index}`).toEqual(readByKit(changed));
      }
    });

  test("lengths with more bytes than needed, or too many", () => {
    for (const length of [
      [0x80, 0x00],
      [0x83, 0x00],
      [0x83, 0x80, 0x00],
      [0x83, 0x80, 0x80, 0x00],
      [0xff, 0xff, 0xff],
    ]) {
      const odd = Uint8Array.from([...withLookups.slice(0, 4), ...length, ...withLookups.slice(5)]);
      expect(readBy(messageOfBytes, odd), length.join()).toEqual(readByKit(odd));
    }
  });

  test("a message of another version, and invalid first bytes", () => {
    for (const first of [0, 1, 0x81, 0x82, 0xff]) {
      const other = withLookups.with(0, first);
      expect(readBy(messageOfBytes, other), `first byte ${first}`).toEqual(readByKit(other));
    }
  });
});
