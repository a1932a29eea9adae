import { type Address as ChainAddress, getAddressEncoder, getProgramDerivedAddress } from "@solana/kit";
import { type Extension, getMintDecoder, isExtension } from "@solana-program/token-2022";
import type { Address, Mint } from "@tribe/contract";
import { fromChainAddress, type TokenProgram, toChainAddress, tokenProgramAddress } from "../accounts/addresses.ts";

/** A mint on chain, with what an airdrop needs to know of it. */
export interface AirdropToken {
  readonly program: TokenProgram;
  readonly decimals: number;
  /** Texts in the mint itself; null when it has none, or they are stored elsewhere. */
  readonly texts: { readonly name: string; readonly symbol: string } | null;
  /** Why it cannot be compressed, as text for people; null when it can. */
  readonly refusal: string | null;
}

/** Extensions that Light's pool accepts. With any other its program refuses the mint. */
const poolable: ReadonlySet<Extension["__kind"]> = new Set([
  "MetadataPointer",
  "TokenMetadata",
  "InterestBearingConfig",
  "GroupPointer",
  "GroupMemberPointer",
  "TokenGroup",
  "TokenGroupMember",
]);

const reasons: Partial<Record<Extension["__kind"], string>> = {
  TransferFeeConfig: "It takes a fee of each transfer",
  TransferHook: "It runs a program at each transfer",
  PermanentDelegate: "Someone can move everybody's tokens",
  NonTransferable: "It can't be given away",
  DefaultAccountState: "New accounts of it begin frozen",
  ConfidentialTransferMint: "Its amounts can be hidden",
  ConfidentialTransferFee: "Its amounts can be hidden",
  MintCloseAuthority: "Its mint can be closed",
  PausableConfig: "It can be paused",
  ScaledUiAmountConfig: "Its amounts are scaled",
};

/** A mint without extensions. */
const plainMintBytes = 82;

/** The token program that owns an account; null for any other owner. */
export const tokenProgramOf = (owner: string): TokenProgram | null =>
  owner === tokenProgramAddress("token") ? "token" : owner === tokenProgramAddress("token2022") ? "token2022" : null;

/** Decodes a mint. @returns null for an account that is not a mint of either token program */
export const decodeAirdropToken = (mint: Mint, owner: string, data: Uint8Array): AirdropToken | null => {
  const program = tokenProgramOf(owner);
  if (!program || (program === "token" && data.length !== plainMintBytes)) return null;
  let decodedMint: ReturnType<ReturnType<typeof getMintDecoder>["decode"]>;
  try {
    decodedMint = getMintDecoder().decode(data);
  } catch {
    return null;
  }
  if (!decodedMint.isInitialized) return null;
  const extensions = decodedMint.extensions.__option === "Some" ? decodedMint.extensions.value : [];
  const stranger = extensions.find((each) => !poolable.has(each.__kind));
  const metadata = extensions.find((each) => isExtension("TokenMetadata", each));
  const isOwn = metadata !== undefined && fromChainAddress(metadata.mint) === mint;
  return {
    program,
    decimals: decodedMint.decimals,
    texts: isOwn ? { name: metadata.name, symbol: metadata.symbol } : null,
    refusal: stranger ? (reasons[stranger.__kind] ?? "Compressed tokens can't keep one of its rules") : null,
  };
};

const metaplex = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s" as ChainAddress; // Metaplex's token metadata program

/** The account in which Metaplex stores the texts of an SPL Token mint. */
export const metaplexAddress = async (mint: Mint): Promise<Address> => {
  const encoder = getAddressEncoder();
  const [found] = await getProgramDerivedAddress({
    programAddress: metaplex,
    seeds: ["metadata", encoder.encode(metaplex), encoder.encode(toChainAddress(mint))],
  });
  return fromChainAddress(found);
};

/**
 * Decodes the texts of Metaplex's account: after a key and two addresses, each with its length (32 bits) first, padded with
 * zeros.
 */
export const decodeMetaplexTexts = (owner: string, data: Uint8Array): AirdropToken["texts"] => {
  if (owner !== metaplex || data[0] !== 4) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const read = (at: number): readonly [text: string, next: number] | null => {
    if (at + 4 > data.length) return null;
    const length = view.getUint32(at, true);
    if (length > 200 || at + 4 + length > data.length) return null;
    const text = new TextDecoder().decode(data.subarray(at + 4, at + 4 + length)).replace(/\0+$/u, "");
    return [text, at + 4 + length];
  };
  const name = read(1 + 32 + 32);
  const symbol = name && read(name[1]);
  return name && symbol ? { name: name[0], symbol: symbol[0] } : null;
};
