import * as z from "zod/mini";
import type { StorageKey } from "./keys.ts";

/** A value in the browser's storage. */
export interface Stored<T> {
  /** Null if there is none, or this version of the page can't read it. */
  readonly read: () => T | null;
  /** Null deletes it. */
  readonly write: (value: T | null) => void;
}

/** Reads and writes one value by its schema, so that values from a person, another version or a bug do no harm. */
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
