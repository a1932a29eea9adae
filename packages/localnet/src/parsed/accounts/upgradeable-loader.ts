import { FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";

/** A program, its code, or a buffer of the upgradeable loader. Throws UnparsableError. */
export function parseUpgradeableLoader(data: Buffer): ParsedData {
  const reader = new FieldReader(data);
  // The code starts right after the fields that were read, even when an absent authority left unused space, as on nodes.
  const code = () => [reader.rest().toString("base64"), "base64"];
  switch (reader.u32()) {
    case 0:
      return { type: "uninitialized" };
    case 1: {
      const authority = reader.option(() => reader.key());
      return { type: "buffer", info: { authority, data: code() } };
    }
    case 2:
      return { type: "program", info: { programData: reader.key() } };
    case 3: {
      const slot = reader.u64();
      const authority = reader.option(() => reader.key());
      return { type: "programData", info: { slot, authority, data: code() } };
    }
    default:
      throw new UnparsableError();
  }
}
