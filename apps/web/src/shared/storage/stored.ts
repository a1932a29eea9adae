import * as z from "zod/mini";
import type { StorageKey } from "./keys.ts";

/** A value in the browser's storage. */
export interface Stored<T> {
  /** Null when there is none, or none that this version of the page understands. */
  readonly read: () => T | null;
  /** Null deletes it. */
  readonly write: (value: T | null) => void;
}

/** Reads and writes one value by its schema, so that what a person, another version or a fault has left does no harm. */
export const stored = <Schema extends z.ZodMiniType>(
  { name, area }: StorageKey,
  schema: Schema,
): Stored<z.output<Schema>> => ({
  read: () => {
    const kept = area.read(name);
    const read = z.safeDecode(schema, kept as never); // the schema checks it
    return kept !== null && read.success ? read.data : null;
  },
  write: (value) => area.write(name, value === null ? null : z.encode(schema, value as never)), // the type is the schema's
});
