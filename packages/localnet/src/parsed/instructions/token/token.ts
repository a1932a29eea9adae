import { FieldReader, UnparsableError } from "../../field-reader.ts";
import type { ParsedData } from "../../parsed-data.ts";
import { type InstructionAccounts, parseByIndex } from "../instruction-accounts.ts";
import { BASE_INSTRUCTIONS } from "./base.ts";
import { FAMILIES } from "./families.ts";
import { parseInterface } from "./interfaces.ts";

const BATCH = 255;

/** An instruction of SPL Token or Token-2022. */
export function parseToken(data: FieldReader, accounts: InstructionAccounts): ParsedData {
  const bytes = data.rest();
  const reader = new FieldReader(bytes);
  const kind = reader.u8();
  if (kind === BATCH) return parseBatch(reader, accounts);
  const family = FAMILIES[kind];
  if (family !== undefined) return parseByIndex(family, reader.u8(), reader, accounts);
  const base = BASE_INSTRUCTIONS[kind];
  return base === undefined ? parseInterface(new FieldReader(bytes), accounts) : base(reader, accounts);
}

/** Several instructions in one: for each the numbers of its accounts and bytes, and its bytes. Batches don't nest. */
function parseBatch(reader: FieldReader, accounts: InstructionAccounts): ParsedData {
  const instructions: ParsedData[] = [];
  let at = 0;
  while (reader.remaining > 0) {
    const [count, size] = [reader.u8(), reader.u8()];
    const bytes = reader.raw(size);
    if (bytes[0] === BATCH) throw new UnparsableError("a batch in a batch");
    instructions.push(parseToken(new FieldReader(bytes), accounts.slice(at, at + count)));
    at += count;
  }
  return { type: "batch", info: { instructions } };
}
