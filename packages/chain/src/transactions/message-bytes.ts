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

/** Version 0; no legacy message begins with this bit. */
const versionByte = 0x80;
const addressBytes = 32;

/** Decoding 32 bytes of base58 is most of the cost of encoding a message, and the same few addresses recur. */
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
 * Encodes a message in Solana's version 0 layout. Kit's encoder gives the same bytes in many times the time: the server builds
 * each trade, and the wallet builds it again to compare. @throws RangeError for other messages
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

/** Kit's own address decoder takes eight times as long, which is most of the cost of decoding a message. */
const addressOf = createDecoder({
  fixedSize: addressBytes,
  read: (bytes, offset) => {
    const end = offset + addressBytes;
    if (end > bytes.length) throw new RangeError("an address has 32 bytes");
    // kit brands 32 bytes in base58 like this.
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
 * Decodes what {@link bytesOfMessage} encodes, as kit's decoder does. It ignores trailing bytes and accepts several encodings
 * of a length: to exclude those, encode the message again and compare.
 * @throws Error for bytes that are not a message
 */
export const messageOfBytes = (
  bytes: Uint8Array,
): CompiledTransactionMessage & CompiledTransactionMessageWithLifetime => {
  if (bytes[0] !== versionByte) return getCompiledTransactionMessageDecoder().decode(bytes);
  decoder ??= makeDecoder();
  return { ...decoder.decode(bytes), version: 0 };
};
