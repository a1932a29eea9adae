import { decodeBase58 } from "../codec/base58.ts";
import {
  MAX_TRANSACTION_BYTES,
  MalformedTransactionError,
  parseTransaction,
  type WireTransaction,
} from "../transaction/wire.ts";
import { decodeBase64, encodingProblem } from "./encoded-bytes.ts";
import { invalidParams } from "./errors.ts";
import type { Config } from "./params.ts";

// A node's error names its Rust types.
const TRANSACTION = "solana_transaction::versioned::VersionedTransaction";
const MESSAGE = "solana_message::versions::VersionedMessage";
// As many as fit into a packet.
const MAX_SIGNATURES = 19;
const MAX_ENCODED = { base58: 1683, base64: 1644 } as const;
const ENCODINGS = ["binary", "base64", "base58", "json", "jsonParsed"] as const;

/** Reads `encoding` as transactions come: base58, also by its old name, or base64. */
export function readTransactionEncodingWord(config: Config): "base58" | "base64" {
  const encoding = config.choice("encoding", ENCODINGS) ?? "base58";
  if (encoding === "base64") return encoding;
  if (encoding === "base58" || encoding === "binary") return "base58";
  throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
}

/** Decodes and parses a received transaction, with a node's texts for every error. */
export function readTransaction(text: string, encoding: "base58" | "base64"): WireTransaction {
  return parse(readWireBytes(text, encoding, TRANSACTION), TRANSACTION, "invalid transaction");
}

/** Parses a base64 message on its own, as `getFeeForMessage` takes it. */
export function parseMessage(text: string): WireTransaction {
  const message = readWireBytes(text, "base64", MESSAGE);
  const versioned = ((message[0] ?? 0) & 0x80) !== 0;
  const signatures = message[versioned ? 1 : 0] ?? 0;
  if (signatures > MAX_SIGNATURES) throw invalidParams(`failed to deserialize ${MESSAGE}: too many signatures`);
  const unsigned = Buffer.concat([Buffer.from([signatures]), Buffer.alloc(signatures * 64), message]);
  return parse(unsigned, MESSAGE, "invalid transaction message");
}

function parse(bytes: Buffer, type: string, what: string): WireTransaction {
  try {
    return parseTransaction(bytes);
  } catch (error) {
    if (!(error instanceof MalformedTransactionError)) throw error;
    throw error.stage === "sanitize"
      ? invalidParams(`${what}: Transaction failed to sanitize accounts offsets correctly`)
      : invalidParams(`failed to deserialize ${type}: ${error.message}`);
  }
}

/** Decodes base58 or base64 within the limits of a packet. */
function readWireBytes(text: string, encoding: "base58" | "base64", type: string): Buffer {
  const max = MAX_ENCODED[encoding];
  if (text.length > max) {
    throw invalidParams(
      `${encoding} encoded ${type} too large: ${text.length} bytes (max: encoded/raw ${max}/${MAX_TRANSACTION_BYTES})`,
    );
  }
  const bytes = encoding === "base64" ? decodeBase64(text) : decodeBase58(text);
  if (bytes === undefined) throw invalidParams(`invalid ${encoding} encoding: ${encodingProblem(text, encoding)}`);
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    const words = `decoded ${type} too large: ${bytes.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`;
    throw invalidParams(words);
  }
  return bytes;
}
