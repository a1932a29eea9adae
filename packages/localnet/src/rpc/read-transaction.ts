import { decodeBase58 } from "../codec/base58.ts";
import {
  MAX_TRANSACTION_BYTES,
  MalformedTransactionError,
  parseTransaction,
  type WireTransaction,
} from "../transaction/wire.ts";
import { invalidParams } from "./errors.ts";
import type { Config } from "./params.ts";

const RUST_TYPE = "solana_transaction::versioned::VersionedTransaction";
const MAX_ENCODED = { base58: 1683, base64: 1644 } as const;
const ENCODINGS = ["binary", "base64", "base58", "json", "jsonParsed"] as const;

/** Reads `encoding` as transactions come: base58, also by its old name, or base64. */
export function readTransactionEncodingWord(config: Config): "base58" | "base64" {
  const encoding = config.choice("encoding", ENCODINGS) ?? "base58";
  if (encoding === "base64") return encoding;
  if (encoding === "base58" || encoding === "binary") return "base58";
  throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
}

/** Decodes and parses a transaction that came over the wire, with a node's words for everything that can be wrong. */
export function readTransaction(text: string, encoding: "base58" | "base64"): WireTransaction {
  const bytes = readWireBytes(text, encoding);
  try {
    return parseTransaction(bytes);
  } catch (error) {
    if (!(error instanceof MalformedTransactionError)) throw error;
    throw error.stage === "sanitize"
      ? invalidParams("invalid transaction: Transaction failed to sanitize accounts offsets correctly")
      : invalidParams(`failed to deserialize ${RUST_TYPE}: ${error.message}`);
  }
}

/** Parses a base64 message on its own, as `getFeeForMessage` takes it. */
export function parseMessage(text: string): WireTransaction {
  const message = readWireBytes(text, "base64");
  const versioned = ((message[0] ?? 0) & 0x80) !== 0;
  const signatures = message[versioned ? 1 : 0] ?? 0;
  if (signatures > 19) throw invalidParams(`failed to deserialize ${RUST_TYPE}: too many signatures`);
  const unsigned = Buffer.concat([Buffer.from([signatures]), Buffer.alloc(signatures * 64), message]);
  return readTransaction(unsigned.toString("base64"), "base64");
}

/** Decodes base58 or base64 within the limits of a packet. */
export function readWireBytes(text: string, encoding: "base58" | "base64"): Buffer {
  const max = MAX_ENCODED[encoding];
  if (text.length > max) {
    throw invalidParams(
      `${encoding} encoded ${RUST_TYPE} too large: ${text.length} bytes (max: encoded/raw ${max}/${MAX_TRANSACTION_BYTES})`,
    );
  }
  const bytes = encoding === "base64" ? decodeBase64(text) : decodeBase58(text);
  if (bytes === undefined) throw invalidParams(`invalid ${encoding} encoding: ${whatIsWrong(text, encoding)}`);
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    const words = `decoded ${RUST_TYPE} too large: ${bytes.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`;
    throw invalidParams(words);
  }
  return bytes;
}

function decodeBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? Buffer.from(text, "base64") : undefined;
}

/** The decoders' own words: the first character that does not belong, else the length. */
function whatIsWrong(text: string, encoding: "base58" | "base64"): string {
  const at = text.search(encoding === "base58" ? /[^1-9A-HJ-NP-Za-km-z]/ : /[^A-Za-z0-9+/]/);
  const character = text.charAt(at);
  if (encoding === "base58") return `InvalidCharacter { character: '${character}', index: ${at} }`;
  return at < 0 || character === "=" ? "InvalidPadding" : `InvalidByte(${at}, ${character.charCodeAt(0)})`;
}
