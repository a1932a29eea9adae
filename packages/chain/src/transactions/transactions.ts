import {
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getShortU16Decoder,
  getShortU16Encoder,
  getTransactionDecoder,
  signatureBytes,
  verifySignature as verifyBytes,
} from "@solana/kit";
import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address, Base64, TransactionSignature } from "@tribe/contract";
import { fromChainAddress, toChainAddress } from "../accounts/addresses.ts";
import { decodeBase58, encodeBase58 } from "./base58.ts";

/** Raw bytes to the base64 of the API. */
export const toBase64 = (bytes: Uint8Array): Base64 => getBase64Decoder().decode(bytes) as Base64;

/** Base64 of the API to raw bytes. @throws SolanaError when it is not base64. */
export const fromBase64 = (text: Base64): Uint8Array<ArrayBuffer> => Uint8Array.from(getBase64Encoder().encode(text));

/** 64 bytes to the base58 form of a signature. @throws SolanaError for another length. */
export const toSignature = (bytes: Uint8Array): TransactionSignature =>
  encodeBase58(signatureBytes(bytes)) as TransactionSignature; // the length was just checked

/** Decodes the base58 form of a signature to 64 bytes. @throws SolanaError for another length, RangeError for invalid base58 */
export const fromSignature = (text: TransactionSignature): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(signatureBytes(decodeBase58(text)));

const versionFlag = 0x80;
const addressBytes = 32;
const bytesOfSignature = 64;

/**
 * The addresses whose signatures a compiled message needs, in order; the first pays, and its signature identifies the
 * transaction.
 * @throws SolanaError or RangeError for truncated bytes
 */
export const signersOf = (message: Uint8Array): Address[] => {
  // Only an optional version byte, a header of three bytes and the list of accounts are read.
  const header = (message[0] ?? 0) & versionFlag ? 1 : 0;
  const [count, from] = getShortU16Decoder().read(message, header + 3);
  const signers = message[header] ?? 0;
  if (signers > count) throw new RangeError("a message names fewer accounts than signers");
  if (from + signers * addressBytes > message.length) throw new RangeError("a message is cut short");
  return Array.from({ length: signers }, (_, at) => {
    const start = from + at * addressBytes;
    return encodeBase58(message.subarray(start, start + addressBytes)) as Address; // 32 bytes in base58
  });
};

/** The recent blockhash of a compiled message. */
export const blockhashOf = (message: Uint8Array): string =>
  getCompiledTransactionMessageDecoder().decode(message).lifetimeToken;

/**
 * Whether two compiled messages are the same but for their recent blockhash, which is all that preparing one again may change
 * unseen. @throws SolanaError or RangeError for truncated bytes
 */
export const isSameButBlockhash = (one: Uint8Array, other: Uint8Array): boolean => {
  const header = (one[0] ?? 0) & versionFlag ? 1 : 0;
  const [count, from] = getShortU16Decoder().read(one, header + 3);
  const blockhash = from + count * addressBytes;
  if (blockhash + addressBytes > one.length) throw new RangeError("a message is cut short");
  // All that says where the blockhash is stands before it, and is compared.
  return (
    one.length === other.length &&
    one.every((byte, at) => byte === other[at] || (at >= blockhash && at < blockhash + addressBytes))
  );
};

/** Decodes a transaction's wire form; missing signatures are left out. @throws SolanaError for other bytes */
export const decodeTransaction = (
  wire: Uint8Array,
): { readonly message: Uint8Array; readonly signatures: ReadonlyMap<Address, TransactionSignature> } => {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
  const given = Object.entries(signatures).flatMap(
    ([address, bytes]): [Address, TransactionSignature][] => (bytes ? [[address as Address, toSignature(bytes)]] : []), // kit's own addresses
  );
  return { message: Uint8Array.from(messageBytes), signatures: new Map(given) };
};

/** What is needed of a transaction's instructions to explain its failure. */
export interface InstructionFacts {
  /** The programs that are called, in order. */
  readonly called: readonly Address[];
  /** The indexes of those that close a token account. */
  readonly closings: readonly number[];
}

const tokenPrograms: readonly string[] = [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS];
/** The whole data of `CloseAccount`, in both token programs. */
const closeAccountData = 9;

/** Reads a transaction's instructions; none when it is not a transaction of version 0, as all ours are. */
export const instructionFacts = (wire: Base64): InstructionFacts => {
  try {
    return instructionFactsOf(decodeTransaction(fromBase64(wire)).message);
  } catch {
    return { called: [], closings: [] };
  }
};

const instructionFactsOf = (bytes: Uint8Array): InstructionFacts => {
  const message = getCompiledTransactionMessageDecoder().decode(bytes);
  if (message.version !== 0) return { called: [], closings: [] };
  // A lookup table cannot name a program.
  const called = message.instructions.map(({ programAddressIndex }) => {
    const program = message.staticAccounts[programAddressIndex];
    if (program === undefined) throw new RangeError("an instruction names no account");
    return fromChainAddress(program);
  });
  const closings = message.instructions.flatMap(({ data }, index) =>
    tokenPrograms.includes(called[index] ?? "") && data?.length === 1 && data[0] === closeAccountData ? [index] : [],
  );
  return { called, closings };
};

/** Whether a compiled message closes an account of our tokens' program; false for bytes that are no message. */
export const closesTokenAccount = (message: Uint8Array): boolean => {
  try {
    const { called, closings } = instructionFactsOf(message);
    return closings.some((index) => called[index] === fromChainAddress(TOKEN_2022_PROGRAM_ADDRESS));
  } catch {
    return false;
  }
};

/**
 * The wire form with zeros in place of each signature: nobody can send it, but a simulation without signature checks accepts
 * it.
 * @throws SolanaError or RangeError for truncated bytes
 */
export const withoutSignatures = (wire: Uint8Array): Uint8Array<ArrayBuffer> => {
  const [count, from] = getShortU16Decoder().read(wire, 0);
  const to = from + count * bytesOfSignature;
  if (to > wire.length) throw new RangeError("a transaction has fewer signatures than it says");
  return Uint8Array.from(wire).fill(0, from, to);
};

/**
 * Whether `signature` is the Ed25519 signature of `signer` over exactly these bytes; false for anything that is not a
 * signature.
 */
export const verifySignature = async (
  message: Uint8Array<ArrayBuffer>,
  signature: TransactionSignature,
  signer: Address,
): Promise<boolean> => {
  try {
    const key = await getPublicKeyFromAddress(toChainAddress(signer));
    return await verifyBytes(key, signatureBytes(fromSignature(signature)), message);
  } catch {
    return false;
  }
};

/**
 * The wire form of a transaction: all signatures in the message's order, then the message.
 * @throws RangeError when a required signature is missing or an unneeded one is given
 */
export const assembleTransaction = (
  message: Uint8Array,
  signatures: Readonly<Record<Address, TransactionSignature>>,
): Uint8Array<ArrayBuffer> => {
  const signers = signersOf(message);
  const stranger = Object.keys(signatures).find((address) => !signers.some((signer) => signer === address));
  if (stranger) throw new RangeError(`${stranger} is no signer of this message`);
  const count = getShortU16Encoder().encode(signers.length);
  const wire = new Uint8Array(count.length + signers.length * bytesOfSignature + message.length);
  wire.set(count);
  for (const [at, signer] of signers.entries()) {
    const signature = signatures[signer];
    if (!signature) throw new RangeError(`the signature of ${signer} is missing`);
    wire.set(fromSignature(signature), count.length + at * bytesOfSignature);
  }
  wire.set(message, count.length + signers.length * bytesOfSignature);
  return wire;
};
