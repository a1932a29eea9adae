import { FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";

const LAST_VERSION = 1;
const INITIALIZED = 1;

/** An account of the system program: only initialized nonces are parsed. Throws UnparsableError. */
export function parseNonce(data: Buffer): ParsedData {
  const reader = new FieldReader(data);
  if (reader.u32() > LAST_VERSION || reader.u32() !== INITIALIZED) throw new UnparsableError();
  const [authority, blockhash] = [reader.key(), reader.key()];
  const feeCalculator = { lamportsPerSignature: reader.bigU64().toString() };
  return { type: "initialized", info: { authority, blockhash, feeCalculator } };
}
