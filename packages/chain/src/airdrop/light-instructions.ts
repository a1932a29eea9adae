import {
  type AccountMeta,
  AccountRole,
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
} from "@solana/kit";
import { light } from "../accounts/light.ts";
import type { AirdropList } from "./airdrop-list.ts";

// Layouts and discriminators of Light Protocol's compressed-token program, from its public client of version 0.23.3.

const systemProgram = "11111111111111111111111111111111" as Address; // a literal
const createPool = Uint8Array.of(23, 169, 27, 122, 147, 169, 209, 152);
const batchCompress = Uint8Array.of(65, 206, 101, 37, 147, 42, 221, 144);

/** Leaves that one instruction may append to a version-2 tree; one more fails (Light's error 6029). */
export const maxRecipientsPerInstruction = 10;

/** Searching a bump takes up to some milliseconds; batches derive the same three addresses repeatedly. */
const derived = new Map<string, Promise<readonly [Address, number]>>();
const derive = (
  key: string,
  program: "compressedToken" | "system",
  seeds: Parameters<typeof getProgramDerivedAddress>[0]["seeds"],
): Promise<readonly [Address, number]> => {
  const known = derived.get(key);
  if (known) return known;
  if (derived.size >= 1_000) derived.clear();
  const found = getProgramDerivedAddress({ programAddress: light[program], seeds });
  derived.set(key, found);
  return found;
};

/** Light's pool of a mint, which receives the tokens that are compressed, and its bump. */
export const findLightPool = (mint: Address): Promise<readonly [pool: Address, bump: number]> =>
  derive(`pool ${mint}`, "compressedToken", ["pool", getAddressEncoder().encode(mint)]);

/** The address with which one of Light's programs signs when it calls another. */
export const lightAuthority = async (program: "compressedToken" | "system"): Promise<Address> =>
  (await derive(program, program, ["cpi_authority"]))[0];

const signing = (address: Address, writable = false): AccountMeta => ({
  address,
  role: writable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER,
});
const writing = (address: Address): AccountMeta => ({ address, role: AccountRole.WRITABLE });
const reading = (address: Address): AccountMeta => ({ address, role: AccountRole.READONLY });

/** Creates Light's pool of a mint. A second time fails with the system program's 'already in use'. */
export const lightPoolInstruction = async ({
  payer,
  mint,
  tokenProgram,
}: {
  readonly payer: Address;
  readonly mint: Address;
  /** SPL Token's or Token-2022's. */
  readonly tokenProgram: Address;
}): Promise<Instruction> => {
  const [pool] = await findLightPool(mint);
  return {
    programAddress: light.compressedToken,
    accounts: [
      signing(payer, true),
      writing(pool),
      reading(systemProgram),
      writing(mint),
      reading(tokenProgram),
      reading(await lightAuthority("compressedToken")),
    ],
    data: createPool,
  };
};

/** The accounts of a batch. */
export interface BatchCompressInput {
  /** Owns the tokens and pays the fee. */
  readonly owner: Address;
  /** The owner's token account. */
  readonly source: Address;
  readonly mint: Address;
  readonly tokenProgram: Address;
  /** Output queue of a version-2 state tree. */
  readonly queue: Address;
  readonly recipients: AirdropList["recipients"];
}

/**
 * Sends tokens from one account to many wallets, each as a compressed account.
 * @throws RangeError for no recipients, or more than {@link maxRecipientsPerInstruction}
 */
export const batchCompressInstruction = async (input: BatchCompressInput): Promise<Instruction> => {
  const { owner, source, mint, tokenProgram, queue, recipients } = input;
  if (recipients.length < 1 || recipients.length > maxRecipientsPerInstruction)
    throw new RangeError("one instruction pays one to ten recipients");
  const [pool, bump] = await findLightPool(mint);
  return {
    programAddress: light.compressedToken,
    accounts: [
      signing(owner, true),
      signing(owner),
      reading(await lightAuthority("compressedToken")),
      // the mint, which is not needed when paying from an account, because that account names it. The program's own address
      // stands for none; the 32 bytes saved hold one more recipient
      reading(light.compressedToken),
      writing(pool),
      reading(tokenProgram),
      reading(light.system),
      reading(light.registration),
      reading(light.noop),
      reading(await lightAuthority("system")),
      reading(light.accountCompression),
      writing(queue),
      reading(light.compressedToken),
      reading(systemProgram),
      // a pool of lamports, which tokens do not need: the program's own address stands for none
      reading(light.compressedToken),
      writing(source),
    ],
    data: batchCompressData(recipients, bump),
  };
};

const poolIndex = 0;

/** Borsh: the length of the rest, wallets, amounts (some), lamports (none), one amount for all (none), pool and bump. */
const batchCompressData = (recipients: AirdropList["recipients"], bump: number): Uint8Array => {
  const count = recipients.length;
  const length = 4 + 32 * count + 1 + 4 + 8 * count + 1 + 1 + 1 + 1;
  const data = new Uint8Array(batchCompress.length + 4 + length);
  const view = new DataView(data.buffer);
  const encoder = getAddressEncoder();
  data.set(batchCompress);
  view.setUint32(8, length, true);
  view.setUint32(12, count, true);
  for (const [index, { address }] of recipients.entries())
    encoder.write(address as string as Address, data, 16 + 32 * index); // the same text under kit's brand
  let place = 16 + 32 * count;
  data[place] = 1;
  view.setUint32(place + 1, count, true);
  place += 5;
  for (const [index, { amount }] of recipients.entries()) view.setBigUint64(place + 8 * index, amount, true);
  place += 8 * count + 2;
  data[place] = poolIndex;
  data[place + 1] = bump;
  return data;
};
