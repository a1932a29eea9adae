import { FieldReader, UnparsableError } from "../../field-reader.ts";

const UNINITIALIZED = 0;
const LAST_TYPE = 28;

/** One extension: its number in Token-2022 and its bytes. */
export interface TlvEntry {
  readonly type: number;
  readonly value: Buffer;
}

/**
 * Splits the extensions of a mint or token account (16-bit type, 16-bit length, value). A list that is broken anywhere,
 * or has a type that nodes don't know, counts as empty, as nodes have it.
 */
export function tlvEntries(data: Buffer): TlvEntry[] {
  const reader = new FieldReader(data);
  const entries: TlvEntry[] = [];
  try {
    while (reader.remaining >= 2) {
      const type = reader.u16();
      if (type === UNINITIALIZED) break;
      if (type > LAST_TYPE) return [];
      entries.push({ type, value: reader.raw(reader.u16()) });
    }
  } catch (error) {
    if (error instanceof UnparsableError) return [];
    throw error;
  }
  return entries;
}

/** Reads the first extension of a type; `undefined` when there is none or its bytes are not of the format. */
export function extensionValue<T>(data: Buffer, type: number, read: (reader: FieldReader) => T): T | undefined {
  const entry = tlvEntries(data).find((candidate) => candidate.type === type);
  return entry === undefined ? undefined : readExactly(entry.value, read);
}

/** Reads a value that must fill its bytes; `undefined` when it doesn't. */
export function readExactly<T>(value: Buffer, read: (reader: FieldReader) => T): T | undefined {
  const reader = new FieldReader(value);
  try {
    const result = read(reader);
    return reader.remaining === 0 ? result : undefined;
  } catch (error) {
    if (error instanceof UnparsableError) return undefined;
    throw error;
  }
}
