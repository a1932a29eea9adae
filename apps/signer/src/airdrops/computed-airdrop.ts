import type { TokenProgram } from "@tribe/chain/accounts";
import { type AirdropList, batchCount, hashAirdropList, lightPoolAddress } from "@tribe/chain/airdrop";
import {
  type Address,
  type Mint,
  minEntryThresholdUnits,
  type SignerAirdrop,
  type TokenUnits,
  tokenUnits,
} from "@tribe/contract";
import { splitAirdrop } from "@tribe/domain/airdrop";
import { airdropRefusals } from "@tribe/domain/words";
import { WalletError } from "../wallet/wallet-error.ts";

/** An airdrop as the wallet computed it from a snapshot. */
export interface ComputedAirdrop {
  readonly mint: Mint;
  readonly tribeMint: Mint;
  readonly program: TokenProgram;
  readonly amount: TokenUnits;
  readonly recipients: AirdropList["recipients"];
  readonly batchSize: number;
  readonly batches: number;
  readonly list: Uint8Array;
  readonly listHash: string;
  readonly slot: number | null;
  /** The recipients of a batch; none for an index outside the airdrop. */
  readonly batch: (index: number) => AirdropList["recipients"];
  readonly creatorPart: TokenUnits;
  readonly membersPart: TokenUnits;
  readonly holdersPart: TokenUnits;
  readonly membersCount: number;
  /** Members who hold less than a seat needs. */
  readonly smallMembers: number;
  readonly holdersCount: number;
  /** Tribe's tokens that the snapshot's wallets hold together, in base units of its curve's mint. */
  readonly weightSum: bigint;
  /** People of the snapshot who get something as members or holders, the largest holding first. */
  readonly holders: readonly { readonly address: Address; readonly weight: bigint; readonly isMember: boolean }[];
}

/** A Tribe has no more seats than this. */
const mostMembers = 99;

/**
 * Divides an airdrop by the public rules, and compares the result with what the page said.
 * @throws WalletError `refused` when the page's list has other recipients or amounts
 */
export const computeAirdrop = async (given: SignerAirdrop, wallet: Address): Promise<ComputedAirdrop> => {
  const { mint, tribeMint, batchSize, slot, toCreator, toMembers, toHolders } = given;
  const holders = given.entries.map(({ address, weight, isMember }) => ({ address, weight: BigInt(weight), isMember }));
  if (holders.filter(({ isMember }) => isMember).length > mostMembers)
    throw new WalletError("refused", airdropRefusals.tooManyMembers);
  const amount = tokenUnits(BigInt(given.amount));
  const options = { toCreator, toMembers, toHolders };
  const split = splitAirdrop({ amount, creator: wallet, holders, options });
  if (split.kind === "refused") throw new WalletError("refused", airdropRefusals.indivisible);
  const recipients = split.shares.map((share) => ({
    address: share.address as Address, // from the snapshot, or the wallet's own
    amount: tokenUnits(share.amount),
  }));
  const listed = { tribe: tribeMint, mint, pool: await lightPoolAddress(mint), batchSize, recipients };
  const list = await hashOf(listed);
  const listHash = [...list].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (listHash !== given.listHash) throw new WalletError("refused", airdropRefusals.otherRecipients);
  return {
    ...{ mint, tribeMint, amount, recipients, batchSize, list, listHash, slot },
    program: given.tokenType === "SPL" ? "token" : "token2022",
    batches: batchCount(listed),
    batch: (index) => recipients.slice(index * batchSize, (index + 1) * batchSize),
    creatorPart: tokenUnits(split.creatorPart),
    membersPart: tokenUnits(split.membersPart),
    holdersPart: tokenUnits(split.holdersPart),
    membersCount: split.membersCount,
    smallMembers: toMembers
      ? holders.filter(
          ({ address, isMember, weight }) => isMember && address !== wallet && weight < minEntryThresholdUnits,
        ).length
      : 0,
    holdersCount: split.holdersCount,
    weightSum: holders.reduce((sum, { weight }) => sum + weight, 0n),
    holders: holders
      .filter(({ address, isMember }) => address !== wallet && (toHolders || (toMembers && isMember)))
      .sort((one, other) => (one.weight > other.weight ? -1 : one.weight < other.weight ? 1 : 0)),
  };
};

/** @throws WalletError `refused` for a malformed list */
const hashOf = async (list: AirdropList): Promise<Uint8Array> => {
  try {
    return await hashAirdropList(list);
  } catch {
    throw new WalletError("refused", airdropRefusals.damagedList);
  }
};
