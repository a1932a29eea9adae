import { decompileTransactionMessage, getCompiledTransactionMessageDecoder, type Instruction } from "@solana/kit";
import type { Address } from "@tribe/contract";

/**
 * The effects of a message, read without the wallet's code: by Solana's layouts and by the numbers of our programs' IDL, written
 * out again. A second implementation for tests; it throws for anything unknown.
 */
export interface IndependentReading {
  /** The most that can leave, lamports: trade or transfer, network, and the deposits of accounts that are made. */
  readonly leaves: bigint;
  /** Texts that the person must be able to read: amounts with their decimals, as plain decimal numbers, and whole addresses. */
  readonly mustShow: readonly string[];
}

const solDecimals = 9;
const newTokenDecimals = 6;

const programs = {
  system: "11111111111111111111111111111111",
  computeBudget: "ComputeBudget111111111111111111111111111111",
  associatedToken: "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  token: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  token2022: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  memo: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  compressedToken: "cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m",
  jupiter: "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
} as const;
/** Rent of the smallest token account, of 165 bytes: the least deposit of each new one. */
const tokenAccountDeposit = 2_039_280n;
const signatureLamports = 5_000n;

/** 1234567890n with 9 places is `1.23456789`. */
const decimal = (amount: bigint, places: number): string => {
  const digits = `${amount}`.padStart(places + 1, "0");
  const [whole, rest] = [digits.slice(0, -places), digits.slice(-places).replace(/0+$/, "")];
  return places === 0 ? `${amount}` : rest === "" ? whole : `${whole}.${rest}`;
};

interface Parts {
  leaves: bigint;
  units: bigint;
  price: bigint;
  /** To somebody, or into the wallet's own account of wrapped SOL. */
  sendsSol: boolean;
  readonly mustShow: string[];
  readonly owners: string[];
}

/** Reads a message that the wallet would sign. @throws Error for anything unknown here */
export const readIndependently = (
  bytes: Uint8Array,
  { wallet, program, pool }: { readonly wallet: Address; readonly program: Address; readonly pool: Address },
): IndependentReading => {
  const compiled = getCompiledTransactionMessageDecoder().decode(bytes);
  if (compiled.version !== 0) throw new Error("another version");
  const { instructions, feePayer } = decompileTransactionMessage(compiled);
  if (String(feePayer.address) !== wallet) throw new Error("somebody else pays");
  const parts: Parts = { leaves: 0n, units: 0n, price: 0n, sendsSol: false, mustShow: [], owners: [] };
  for (const each of instructions) {
    const data = new DataView(Uint8Array.from(each.data ?? []).buffer);
    switch (each.programAddress as string) {
      case programs.computeBudget:
        if (data.getUint8(0) === 2) parts.units = BigInt(data.getUint32(1, true));
        else if (data.getUint8(0) === 3) parts.price = data.getBigUint64(1, true);
        else throw new Error("another instruction of the compute budget");
        break;
      case programs.associatedToken:
        parts.leaves += tokenAccountDeposit;
        parts.owners.push(accountAt(each, 2));
        break;
      case programs.system:
        readSystem(each, data, { wallet, parts });
        break;
      case programs.token:
      case programs.token2022:
        readTokens(each, data, { wallet, parts });
        break;
      case programs.memo:
        parts.mustShow.push(new TextDecoder().decode(Uint8Array.from(each.data ?? [])));
        break;
      case programs.jupiter:
        // The input amount, after discriminator and id: wrapped SOL of a buy, new tokens of a sell.
        parts.mustShow.push(decimal(data.getBigUint64(9, true), parts.sendsSol ? solDecimals : newTokenDecimals));
        break;
      default:
        readOurs(each, data, { program, pool, parts });
    }
  }
  const priority = (parts.units * parts.price + 999_999n) / 1_000_000n;
  const signatures = BigInt(compiled.header.numSignerAccounts) * signatureLamports;
  return { leaves: parts.leaves + priority + signatures, mustShow: parts.mustShow };
};

const accountAt = ({ accounts = [] }: Instruction, at: number): string => accounts[at]?.address ?? "none";

const readSystem = (each: Instruction, data: DataView, { wallet, parts }: { wallet: Address; parts: Parts }) => {
  if (data.getUint32(0, true) !== 2) throw new Error("no transfer");
  if (accountAt(each, 0) !== wallet) throw new Error("another one's SOL");
  const amount = data.getBigUint64(4, true);
  parts.leaves += amount;
  parts.sendsSol = true;
  parts.mustShow.push(decimal(amount, solDecimals));
  // SOL for a route goes into the wallet's own account, created in the same transaction.
  if (!parts.owners.includes(wallet)) parts.mustShow.push(accountAt(each, 1));
};

const readTokens = (each: Instruction, data: DataView, { wallet, parts }: { wallet: Address; parts: Parts }) => {
  const kind = data.getUint8(0);
  // Unwrapping begins by syncing the wallet's own account of wrapped SOL.
  if (kind === 17) return;
  if (kind === 9) {
    if (accountAt(each, 1) !== wallet || accountAt(each, 2) !== wallet) throw new Error("another one's deposit");
    if (each.programAddress === programs.token2022) parts.mustShow.push("Close");
    return;
  }
  if (kind !== 12) throw new Error("no transfer of tokens");
  parts.mustShow.push(decimal(data.getBigUint64(1, true), data.getUint8(9)));
  parts.mustShow.push(parts.owners.find((owner) => owner !== wallet) ?? "an owner");
};

const readOurs = (
  each: Instruction,
  data: DataView,
  { program, pool, parts }: { program: Address; pool: Address; parts: Parts },
) => {
  const at = (offset: number) => data.getBigUint64(offset, true);
  const show = (amount: bigint, places: number) => void parts.mustShow.push(decimal(amount, places));
  // Light's program, whose tokens become the wallet's own.
  if (each.programAddress === programs.compressedToken) return;
  const by = String(each.programAddress);
  if (by !== program && by !== pool) throw new Error("an unknown program");
  switch (kinds[`${by === pool ? "pool" : "curve"} ${data.getUint8(0)}`]) {
    case "create": {
      let offset = 16;
      for (let text = 0; text < 3; text += 1) offset += 4 + data.getUint32(offset, true);
      parts.leaves += at(offset + 8);
      if (at(offset) > 0n) {
        show(at(offset + 8), solDecimals);
        show(at(offset + 16), solDecimals);
      }
      return;
    }
    case "buy":
      parts.leaves += at(16);
      show(at(16), solDecimals);
      return show(at(24), solDecimals);
    case "sell":
      show(at(8), solDecimals);
      return show(at(16), solDecimals);
    case "convert":
      return show(at(8), solDecimals);
    case "swap buy":
      parts.leaves += at(8);
      show(at(8), solDecimals);
      return show(at(16), newTokenDecimals);
    case "swap sell":
      show(at(8), newTokenDecimals);
      return show(at(16), solDecimals);
    case "collect":
      return;
    default:
      throw new Error("an unknown instruction of ours");
  }
};

/** The first byte of each instruction's discriminator, by its program. */
const kinds: Readonly<Record<string, string>> = {
  "curve 84": "create",
  "curve 102": "buy",
  "curve 51": "sell",
  "curve 122": "convert",
  "curve 208": "collect",
  "pool 102": "swap buy",
  "pool 51": "swap sell",
  "pool 208": "collect",
};
