import {
  type Address,
  getAddressEncoder,
  getBase58Decoder,
  getProgramDerivedAddress,
  getStructEncoder,
  getU8Encoder,
  getU16Encoder,
  getU32Encoder,
  getU64Encoder,
  address as kitAddress,
} from "@solana/kit";

/** An instruction in the format of Jupiter's API. */
export interface ApiInstruction {
  readonly programId: string;
  readonly accounts: readonly { readonly pubkey: string; readonly isSigner: boolean; readonly isWritable: boolean }[];
  /** base64 */
  readonly data: string;
}

/** One side of a swap. */
export interface Side {
  readonly mint: string;
  readonly tokenProgram: string;
}

export const jupiterProgram = kitAddress("JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4");
export const wrappedSol: Side = {
  mint: "So11111111111111111111111111111111111111112",
  tokenProgram: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
};
export const token2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const associatedTokenProgram = kitAddress("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");

/** The IDL's discriminator of `shared_accounts_route_v2`. */
const discriminator = [209, 152, 83, 147, 124, 254, 216, 233];
/** Id of the Jupiter authority that swaps. */
const authorityId = 3;

const derived = async (program: Address, ...seeds: (string | Uint8Array)[]): Promise<Address> =>
  (await getProgramDerivedAddress({ programAddress: program, seeds: seeds as never }))[0];
const bytesOf = (address: string) => new Uint8Array(getAddressEncoder().encode(kitAddress(address)));
/** An address in place of one of the exchange's or Jupiter's own accounts. */
export const someAddress = (seed: number): Address =>
  kitAddress(getBase58Decoder().decode(Uint8Array.from({ length: 32 }, (_, at) => (seed * 37 + at * 11) % 251)));

/** A wallet's associated token account. */
export const tokenAccountOf = (wallet: string, { mint, tokenProgram }: Side): Promise<Address> =>
  derived(associatedTokenProgram, bytesOf(wallet), bytesOf(tokenProgram), bytesOf(mint));

/**
 * `shared_accounts_route_v2` through one exchange, written from Jupiter's public IDL and not with our codecs, so that it tests
 * them.
 */
export const sharedRouteV2 = async (
  wallet: string,
  from: Side,
  to: Side,
  amounts: { readonly input: bigint; readonly quotedOutput: bigint; readonly slippageBps: number },
): Promise<ApiInstruction> => {
  const head = getStructEncoder([
    ["id", getU8Encoder()],
    ["inAmount", getU64Encoder()],
    ["quotedOutAmount", getU64Encoder()],
    ["slippageBps", getU16Encoder()],
    ["platformFeeBps", getU16Encoder()],
    ["positiveSlippageBps", getU16Encoder()],
  ]).encode({
    id: authorityId,
    inAmount: amounts.input,
    quotedOutAmount: amounts.quotedOutput,
    slippageBps: amounts.slippageBps,
    platformFeeBps: 0,
    positiveSlippageBps: 0,
  });
  // One step: an exchange without parameters, all of the input (10,000 bps), from token 0 to token 1.
  const plan = [...getU32Encoder().encode(1), 7, ...getU16Encoder().encode(10_000), 0, 1];
  const read = (pubkey: string) => ({ pubkey, isSigner: false, isWritable: false });
  const write = (pubkey: string) => ({ pubkey, isSigner: false, isWritable: true });
  return {
    programId: jupiterProgram,
    accounts: [
      read(await derived(jupiterProgram, "authority", Uint8Array.of(authorityId))),
      { pubkey: wallet, isSigner: true, isWritable: false },
      write(await tokenAccountOf(wallet, from)),
      write(someAddress(60)),
      write(someAddress(61)),
      write(await tokenAccountOf(wallet, to)),
      read(from.mint),
      read(to.mint),
      read(from.tokenProgram),
      read(to.tokenProgram),
      read(await derived(jupiterProgram, "__event_authority")),
      read(jupiterProgram),
      read(someAddress(70)),
      write(someAddress(71)),
      write(someAddress(72)),
      write(someAddress(73)),
    ],
    data: Buffer.from([...discriminator, ...head, ...plan]).toString("base64"),
  };
};
