import { base58Of, keyAt } from "../codec/keys.ts";

/** What an instruction does, in words. */
export interface InstructionWords {
  readonly type: string;
  readonly info: unknown;
}

/** The base58 addresses of an instruction's accounts, by position; empty text past the end. */
export type AccountNames = (index: number) => string;

/** Reads an address out of instruction data. Throws RangeError when the data ends before. */
export function addressIn(data: Buffer, at: number): string {
  if (at + 32 > data.length) throw new RangeError("instruction data ends early");
  return base58Of(keyAt(data, at));
}
