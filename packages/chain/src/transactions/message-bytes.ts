import {
  type Address,
  addDecoderSizePrefix,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  createDecoder,
  getArrayDecoder,
  getBytesDecoder,
  getCompiledTransactionMessageDecoder,
  getShortU16Decoder,
  getShortU16Encoder,
  getStructDecoder,
  getU8Decoder,
} from "@solana/kit";
import { decodeBase58, encodeBase58 } from "./base58.ts";

/** Version 0, marked as no legacy message begins. */
const versionByte = 0x80;
const addressBytes = 32;

/** To turn 32 bytes of base58 back into bytes is most of what writing a message costs, and the same few come again. */
const remembered = new Map<string, Uint8Array>();
const rememberedMost = 20_000;
const bytesOf = (text: string): Uint8Array => {
  const known = remembered.get(text);
  if (known) return known;
  const bytes = decodeBase58(text);
  if (bytes.length !== addressBytes) throw new RangeError("an address has 32 bytes");
  if (remembered.size >= rememberedMost) remembered.clear();
  remembered.set(text, bytes);
  return bytes;
};

const lengthOf = getShortU16Encoder();

/**
 * Writes a message as Solana lays version 0 out. Kit's encoder gives the same bytes in many times the
 * time: each trade is built by the server and built again by the wallet, which compares. @throws RangeError for other messages
 */
export const bytesOfMessage = (
  message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime,
): Uint8Array<ArrayBuffer> => {
  if (message.version !== 0) throw new RangeError("version 0 is expected");
  const { header, staticAccounts, lifetimeToken, instructions, addressTableLookups = [] } = message;
  const parts: ArrayLike<number>[] = [
    [versionByte, header.numSignerAccounts, header.numReadonlySignerAccounts, header.numReadonlyNonSignerAccounts],
    lengthOf.encode(staticAccounts.length),
    ...staticAccounts.map(bytesOf),
    bytesOf(lifetimeToken),
    lengthOf.encode(instructions.length),
    ...instructions.flatMap(({ programAddressIndex, accountIndices = [], data = [] }) => [
      [programAddressIndex],
      lengthOf.encode(accountIndices.length),
      accountIndices,
      lengthOf.encode(data.length),
      data,
    ]),
    lengthOf.encode(addressTableLookups.length),
    ...addressTableLookups.flatMap(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => [
      bytesOf(lookupTableAddress),
      lengthOf.encode(writableIndexes.length),
      writableIndexes,
      lengthOf.encode(readonlyIndexes.length),
      readonlyIndexes,
    ]),
  ];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/** Kit's own decoder of an address takes eight times as long, which is most of what reading a message costs. */
const addressOf = createDecoder({
  fixedSize: addressBytes,
  read: (bytes, offset) => {
    const end = offset + addressBytes;
    if (end > bytes.length) throw new RangeError("an address has 32 bytes");
    // 32 bytes in base58 are what kit brands so.
    return [encodeBase58(bytes.slice(offset, end)) as Address, end];
  },
});

const makeDecoder = () => {
  const byte = getU8Decoder();
  const size = getShortU16Decoder();
  const bytes = getArrayDecoder(byte, { size });
  return getStructDecoder([
    ["version", byte],
    [
      "header",
      getStructDecoder([
        ["numSignerAccounts", byte],
        ["numReadonlySignerAccounts", byte],
        ["numReadonlyNonSignerAccounts", byte],
      ]),
    ],
    ["staticAccounts", getArrayDecoder(addressOf, { size })],
    ["lifetimeToken", addressOf],
    [
      "instructions",
      getArrayDecoder(
        getStructDecoder([
          ["programAddressIndex", byte],
          ["accountIndices", bytes],
          ["data", addDecoderSizePrefix(getBytesDecoder(), size)],
        ]),
        { size },
      ),
    ],
    [
      "addressTableLookups",
      getArrayDecoder(
        getStructDecoder([
          ["lookupTableAddress", addressOf],
          ["writableIndexes", bytes],
          ["readonlyIndexes", bytes],
        ]),
        { size },
      ),
    ],
  ]);
};
let decoder: ReturnType<typeof makeDecoder> | null = null;

/**
 * Reads what {@link bytesOfMessage} writes, as kit's decoder does. Bytes behind its end are not looked at, and a length may be
 * written in several ways: whoever needs that nothing else was there writes the message again and compares.
 * @throws Error for what is no message
 */
export const messageOfBytes = (
  bytes: Uint8Array,
): CompiledTransactionMessage & CompiledTransactionMessageWithLifetime => {
  if (bytes[0] !== versionByte) return getCompiledTransactionMessageDecoder().decode(bytes);
  decoder ??= makeDecoder();
  return { ...decoder.decode(bytes), version: 0 };
};
