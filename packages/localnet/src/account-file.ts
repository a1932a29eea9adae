import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BadFileError } from "./bad-file-error.ts";
import { RENT_EXEMPT_EPOCH } from "./chain/accounts/account.ts";
import type { GenesisAccount } from "./chain/genesis.ts";
import { decodeBase58 } from "./codec/base58.ts";
import { type Key, parseKey } from "./codec/keys.ts";

type Fields = Readonly<Record<string, unknown>>;

const MAX_U64 = 2n ** 64n - 1n;

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "is not there";
  return `can't be read: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Reads a file; the error names a missing one.
 * @throws BadFileError
 */
export function readNamedFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new BadFileError(file, reasonOf(error));
  }
}

/**
 * Reads an account in the format of `solana account --output json`. A file that is not in the working folder is looked for in
 * tests/fixtures, as Solana's test validator does. A given address takes precedence over the file's own.
 * @throws BadFileError
 */
export function readAccountFile(file: string, address?: Key): GenesisAccount {
  const fixture = join("tests/fixtures", file);
  return parseAccountFile(file, readNamedFile(!existsSync(file) && existsSync(fixture) ? fixture : file), address);
}

/**
 * Parses the content of such a file; `file` is its name in errors.
 * @throws BadFileError
 */
export function parseAccountFile(file: string, bytes: Buffer, address?: Key): GenesisAccount {
  let json: unknown;
  try {
    // 64-bit numbers may exceed what a JavaScript number holds exactly.
    json = JSON.parse(bytes.toString("utf8").replace(/("(?:lamports|rentEpoch)"\s*:\s*)(\d+)(?=\s*[,}])/g, '$1"$2"'));
  } catch {
    throw new BadFileError(file, "is no JSON");
  }
  const { pubkey, account } = fieldsOf(json, file);
  const { lamports, owner, data, executable, rentEpoch = String(RENT_EXEMPT_EPOCH) } = fieldsOf(account, file);
  const key = address ?? parseKey(String(pubkey));
  if (key === undefined) throw new BadFileError(file, "has no address");
  const ownerKey = parseKey(String(owner));
  if (ownerKey === undefined) throw new BadFileError(file, "has no owner");
  if (!isU64(lamports)) throw new BadFileError(file, "has no lamports");
  const epoch = readRentEpoch(rentEpoch);
  if (epoch === undefined) throw new BadFileError(file, "has a rentEpoch that is no 64-bit number");
  const content = readData(data);
  if (content === undefined) throw new BadFileError(file, "has data that is neither base64 nor base58");
  const state = { lamports: BigInt(lamports), owner: ownerKey, data: content, executable: executable === true };
  return { key, account: epoch === RENT_EXEMPT_EPOCH ? state : { ...state, rentEpoch: epoch } };
}

/**
 * Reads every `.json` file of a folder as an account.
 * @throws BadFileError
 */
export function readAccountFolder(folder: string): GenesisAccount[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw new BadFileError(folder, reasonOf(error));
  }
  return names.filter((name) => name.endsWith(".json")).map((name) => readAccountFile(join(folder, name)));
}

function fieldsOf(value: unknown, file: string): Fields {
  if (typeof value !== "object" || value === null) throw new BadFileError(file, "is no account file");
  return value as Fields; // any object has unknown fields
}

function isU64(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,20}$/.test(value) && BigInt(value) <= MAX_U64;
}

/** An epoch; JavaScript tools write that of rent-exempt accounts rounded up, and so above 64 bits. */
function readRentEpoch(value: unknown): bigint | undefined {
  if (isU64(value)) return BigInt(value);
  return Number(value) === 2 ** 64 ? RENT_EXEMPT_EPOCH : undefined;
}

function readData(data: unknown): Buffer | undefined {
  if (typeof data === "string") return decodeBase58(data);
  if (!Array.isArray(data)) return undefined;
  const [text, encoding]: unknown[] = data;
  if (typeof text !== "string") return undefined;
  if (encoding === "base58") return decodeBase58(text);
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  return encoding === "base64" && isBase64 ? Buffer.from(text, "base64") : undefined;
}
