import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GenesisAccount } from "./chain/genesis.ts";
import { decodeBase58 } from "./codec/base58.ts";
import { parseKey } from "./codec/keys.ts";

/** A file that was named on the command line can't be used; the message says which and why. */
export class BadFileError extends Error {
  constructor(file: string, why: string) {
    super(`${file}: ${why}`);
    this.name = "BadFileError";
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a file; a missing one is told by name. */
export function readNamedFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new BadFileError(file, error instanceof Error ? error.message : "can't be read");
  }
}

/**
 * Reads an account in the form of `solana account --output json`. An address given beside it wins over the file's own.
 * @throws BadFileError
 */
export function readAccountFile(file: string, address?: string): GenesisAccount {
  let json: unknown;
  try {
    json = JSON.parse(readNamedFile(file).toString("utf8"));
  } catch (error) {
    if (error instanceof BadFileError) throw error;
    throw new BadFileError(file, "is no JSON");
  }
  const { pubkey, account } = fieldsOf(json, file);
  const { lamports, owner, data, executable } = fieldsOf(account, file);
  const key = parseKey(address ?? String(pubkey));
  if (key === undefined) throw new BadFileError(file, "has no address");
  const ownerKey = parseKey(String(owner));
  if (ownerKey === undefined) throw new BadFileError(file, "has no owner");
  if (typeof lamports !== "number" || !(lamports >= 0)) throw new BadFileError(file, "has no lamports");
  const bytes = readData(data);
  if (bytes === undefined) throw new BadFileError(file, "has data that is neither base64 nor base58");
  const isProgram = executable === true;
  return { key, account: { lamports: BigInt(lamports), owner: ownerKey, data: bytes, executable: isProgram } };
}

/** Reads every `.json` file of a folder as an account. */
export function readAccountFolder(folder: string): GenesisAccount[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw new BadFileError(folder, error instanceof Error ? error.message : "can't be read");
  }
  return names.filter((name) => name.endsWith(".json")).map((name) => readAccountFile(join(folder, name)));
}

function fieldsOf(value: unknown, file: string): Fields {
  if (typeof value !== "object" || value === null) throw new BadFileError(file, "is no account file");
  return value as Fields; // any object has unknown fields
}

function readData(data: unknown): Buffer | undefined {
  if (typeof data === "string") return decodeBase58(data);
  if (!Array.isArray(data) || typeof data[0] !== "string") return undefined;
  if (data[1] === "base64") return Buffer.from(data[0], "base64");
  return data[1] === "base58" ? decodeBase58(data[0]) : undefined;
}
