import { UnparsableError } from "../../field-reader.ts";
import type { InstructionParser } from "../instruction-accounts.ts";

/** An instruction whose data must have exactly a number of bytes, as Token-2022's newer ones do. */
export function exact(size: number, parse: InstructionParser): InstructionParser {
  return (data, accounts) => {
    if (data.remaining !== size) throw new UnparsableError("data of another size");
    return parse(data, accounts);
  };
}

/** The fields that have a value. */
export function given(fields: Readonly<Record<string, string | null>>): Record<string, string> {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(entries);
}
