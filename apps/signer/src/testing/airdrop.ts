import { airdropBatchSize, hashAirdropList, lightPoolAddress } from "@tribe/chain/airdrop";
import { encodeBase58 } from "@tribe/chain/transactions";
import { type Address, addressSchema, type SignerAirdrop, tokenUnits } from "@tribe/contract";
import { splitAirdrop } from "@tribe/domain/airdrop";

/** An unused address, a different one for each seed. */
export const addressOf = (seed: number): Address =>
  addressSchema.parse(encodeBase58(Uint8Array.from({ length: 32 }, (_, at) => (seed * 31 + at * 7) % 256)));
/** The Chief's wallet, the given token, the Tribe's own token, and a stranger. */
export const [wallet, mint, tribeMint, stranger] = [1, 2, 3, 4].map(addressOf) as [Address, Address, Address, Address]; // four of them
/** The snapshot: two dozen holders, the first three of them members. */
export const holders = Array.from({ length: 24 }, (_, index) => ({
  address: addressOf(20 + index),
  weight: `${1_000 + index}`,
  isMember: index < 3,
}));

/** An airdrop to all of them in three batches, with the hash of the resulting list. */
export const airdropOf = async (change: Partial<SignerAirdrop> = {}, creator = wallet): Promise<SignerAirdrop> => {
  const given = {
    tribeMint,
    mint,
    tokenType: "SPL" as const,
    amount: "1000000",
    ...{ toCreator: true, toMembers: true, toHolders: true },
    entries: holders,
    batchSize: airdropBatchSize(false),
    slot: null,
    microLamportsPerUnit: "0",
    ...change,
  };
  const split = splitAirdrop({
    amount: BigInt(given.amount),
    creator,
    holders: given.entries.map((entry) => ({ ...entry, weight: BigInt(entry.weight) })),
    options: { toCreator: given.toCreator, toMembers: given.toMembers, toHolders: given.toHolders },
  });
  if (split.kind === "refused") throw new Error(split.reason);
  const list = {
    tribe: given.tribeMint,
    mint: given.mint,
    pool: await lightPoolAddress(given.mint),
    batchSize: given.batchSize,
    recipients: split.shares.map(({ address, amount }) => ({
      address: address as Address,
      amount: tokenUnits(amount),
    })), // base58
  };
  return {
    ...given,
    listHash: [...(await hashAirdropList(list))].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    ...change,
  };
};
