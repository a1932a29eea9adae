import { FieldReader, UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";

const HEADER = 56;
const UNINITIALIZED = 0;
const TABLE = 1;

/** An address lookup table. Throws UnparsableError. */
export function parseLookupTable(data: Buffer): ParsedData {
  const reader = new FieldReader(data);
  const state = reader.u32();
  if (state === UNINITIALIZED) return { type: "uninitialized" };
  if (state !== TABLE || data.length < HEADER || (data.length - HEADER) % 32 !== 0) throw new UnparsableError();
  const deactivationSlot = reader.bigU64().toString();
  const lastExtendedSlot = reader.bigU64().toString();
  const lastExtendedSlotStartIndex = reader.u8();
  const authority = reader.option(() => reader.key());
  const list = new FieldReader(data.subarray(HEADER));
  const addresses: string[] = [];
  while (list.remaining > 0) addresses.push(list.key());
  const info = {
    deactivationSlot,
    lastExtendedSlot,
    lastExtendedSlotStartIndex,
    ...(authority === null ? {} : { authority }),
    addresses,
  };
  return { type: "lookupTable", info };
}
