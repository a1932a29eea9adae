import { createHash } from "node:crypto";
import { type Key, keyAt, rawBytes } from "../codec/keys.ts";
import { type AccountWrite, type ChainAccount, SYSTEM_PROGRAM, UPGRADEABLE_LOADER } from "./accounts/account.ts";

const FAUCET_LAMPORTS = 500_000_000n * 1_000_000_000n;
const PROGRAM = 2;
const PROGRAM_DATA = 3;
const PROGRAM_DATA_HEADER = 45;

/** An account that exists from the first slot on. */
export interface GenesisAccount {
  readonly key: Key;
  readonly account: ChainAccount;
}

/** A program that exists from the first slot on. Without an authority it cannot be upgraded. */
export interface GenesisProgram {
  readonly id: Key;
  readonly elf: Buffer;
  readonly authority: Key | null;
}

/** The faucet's account at the beginning. */
export function faucetAccount(key: Key, lamports = FAUCET_LAMPORTS): AccountWrite {
  const data = Buffer.alloc(0);
  return { key, account: { lamports, owner: SYSTEM_PROGRAM, data, executable: false } };
}

/** The program's account and its ProgramData in the upgradeable loader's layout, data first. */
export function programAccounts(program: GenesisProgram, rent: (size: number) => bigint): AccountWrite[] {
  const dataKey = programDataKey(program.id);
  const data = Buffer.alloc(PROGRAM_DATA_HEADER + program.elf.length);
  data.writeUInt32LE(PROGRAM_DATA, 0);
  if (program.authority !== null) {
    data.writeUInt8(1, 12);
    rawBytes(program.authority).copy(data, 13);
  }
  program.elf.copy(data, PROGRAM_DATA_HEADER);
  const pointer = Buffer.alloc(36);
  pointer.writeUInt32LE(PROGRAM, 0);
  rawBytes(dataKey).copy(pointer, 4);
  const account = (bytes: Buffer, executable: boolean): ChainAccount => ({
    lamports: rent(bytes.length),
    owner: UPGRADEABLE_LOADER,
    data: bytes,
    executable,
  });
  return [
    { key: dataKey, account: account(data, false) },
    { key: program.id, account: account(pointer, true) },
  ];
}

/** The address where the upgradeable loader keeps a program's code. */
function programDataKey(program: Key): Key {
  return derivedKey([rawBytes(program)], UPGRADEABLE_LOADER);
}

/** The address that a program derives from seeds, with the highest bump. */
export function derivedKey(seeds: readonly Buffer[], program: Key): Key {
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash("sha256")
      .update(Buffer.concat(seeds))
      .update(Buffer.from([bump]))
      .update(rawBytes(program))
      .update("ProgramDerivedAddress")
      .digest();
    if (!isOnCurve(hash)) return keyAt(hash);
  }
  throw new Error("no address can be derived");
}

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let b = base % P, e = exponent; e > 0n; e >>= 1n, b = (b * b) % P) if (e & 1n) result = (result * b) % P;
  return result;
}

/** Whether 32 bytes are a point of ed25519: (y² − 1) / (d·y² + 1) must have a square root modulo p. */
function isOnCurve(bytes: Buffer): boolean {
  const little = Buffer.from(bytes).reverse();
  little[0] = (little[0] ?? 0) & 0x7f;
  const y = BigInt(`0x${little.toString("hex")}`);
  const y2 = (y * y) % P;
  const square = ((((y2 - 1n + P) % P) * power((D * y2 + 1n) % P, P - 2n)) % P) as bigint;
  return square === 0n || power(square, (P - 1n) / 2n) === 1n;
}
