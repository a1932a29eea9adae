import { type Lamports, lamports } from "@tribe/contract";

/** Solana's rent: each account has 128 bytes of overhead; two years at 3,480 lamports per byte-year. */
const accountOverheadBytes = 128;
const lamportsPerByte = 6_960n;

/** Lamports that make an account of this many bytes rent-exempt. */
export const rentExemptMinimum = (bytes: number): Lamports =>
  lamports(BigInt(accountOverheadBytes + bytes) * lamportsPerByte);

/** The least that a wallet must keep: an account without data is either empty or rent-exempt. */
export const walletMinimum: Lamports = rentExemptMinimum(0);

/** A Token-2022 account with the immutable-owner extension, as the associated token program creates it. */
export const tokenAccountBytes = 170;
export const tokenAccountRent: Lamports = rentExemptMinimum(tokenAccountBytes);

/** Bytes of a token's state before migration. */
export const tokenStateBytes = 168;

/** A mint without extensions. */
export const plainMintBytes = 82;
/** Token-2022 mint with a metadata pointer; the metadata follows. */
export const pointedMintBytes = 234;
/** Type, length, update authority, mint, three text lengths and the empty list of further fields. */
const metadataOverheadBytes = 4 + 32 + 32 + 3 * 4 + 4;

/** A mint with the length of a multisig account would be ambiguous, so Token-2022 makes it two bytes longer. */
const multisigBytes = 355;
const multisigPadding = 2;

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

/** Texts stored in the mint itself. */
interface MintTexts {
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

/** Lamports for a mint of Token-2022 with its metadata. */
export const mintWithMetadataRent = ({ name, symbol, uri }: MintTexts): Lamports => {
  const texts = utf8Length(name) + utf8Length(symbol) + utf8Length(uri);
  const plain = pointedMintBytes + metadataOverheadBytes + texts;
  return rentExemptMinimum(plain === multisigBytes ? plain + multisigPadding : plain);
};

/** Lamports for the two accounts of a new token: its state and its mint with metadata. */
export const newTokenRent = (metadata: MintTexts): Lamports =>
  lamports(rentExemptMinimum(tokenStateBytes) + mintWithMetadataRent(metadata));
