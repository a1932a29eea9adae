import { existsSync } from "node:fs";
import { readNamedFile } from "./account-file.ts";
import { BadFileError } from "./bad-file-error.ts";
import { type Key, keyAt, parseKey } from "./codec/keys.ts";

const ELF_MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const ELF_HEADER_BYTES = 64;
const KEYPAIR_BYTES = 64;

/**
 * Reads a program's code.
 * @throws BadFileError when it is no ELF file
 */
export function readProgramFile(file: string): Buffer {
  return checkedProgram(file, readNamedFile(file));
}

/**
 * The same bytes, when they are a program's; `file` is their name in errors.
 * @throws BadFileError
 */
export function checkedProgram(file: string, elf: Buffer): Buffer {
  if (elf.length < ELF_HEADER_BYTES || !elf.subarray(0, ELF_MAGIC.length).equals(ELF_MAGIC)) {
    throw new BadFileError(file, "is no program: not an ELF file, as cargo build-sbf makes them");
  }
  return elf;
}

/**
 * An address, or the address in a keypair file as `solana-keygen` writes it.
 * @throws BadFileError when it is neither
 */
export function readAddressOrKeypair(text: string): Key {
  const key = parseKey(text);
  if (key !== undefined) return key;
  if (!existsSync(text)) throw new BadFileError(text, "is no address, nor is there such a keypair file");
  let json: unknown;
  try {
    json = JSON.parse(readNamedFile(text).toString("utf8"));
  } catch (error) {
    if (error instanceof BadFileError) throw error;
    json = undefined;
  }
  const isByte = (value: unknown) => typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 256;
  if (!Array.isArray(json) || json.length !== KEYPAIR_BYTES || !json.every(isByte)) {
    throw new BadFileError(text, "is no keypair file: not a list of 64 bytes");
  }
  return keyAt(Buffer.from(json), KEYPAIR_BYTES / 2);
}
