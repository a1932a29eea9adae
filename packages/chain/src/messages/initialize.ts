import {
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  isBlockhash,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import type { Address } from "@tribe/contract";
import { factoryAddress, toChainAddress, vaultAddress } from "../accounts/addresses.ts";
import { findProgramDataPda, getInitializeFactoryInstructionAsync } from "../generated/index.ts";

/** What sets up a factory, once for each deployed program. */
export interface InitializeMessageInput {
  readonly program: Address;
  /** Pays rent and fee. The program's upgrade authority must sign where it has one. */
  readonly payer: Address;
  readonly upgradeAuthority: Address;
  readonly admin: Address;
  /** Signs, too: an office nobody holds the key of could never be handed on. */
  readonly superAdmin: Address;
  readonly blockhash: string;
}

/** @returns the compiled message: the bytes that payer, upgrade authority and super admin sign. @throws RangeError for a malformed blockhash. */
export const buildInitializeMessage = async (input: InitializeMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { blockhash } = input;
  if (!isBlockhash(blockhash)) throw new RangeError("not a blockhash");
  const programAddress = toChainAddress(input.program);
  const [programData] = await findProgramDataPda({ program: programAddress });
  const instruction = await getInitializeFactoryInstructionAsync(
    {
      payer: createNoopSigner(toChainAddress(input.payer)),
      upgradeAuthority: createNoopSigner(toChainAddress(input.upgradeAuthority)),
      factory: toChainAddress(await factoryAddress(input.program)),
      vault: toChainAddress(await vaultAddress(input.program)),
      programData,
      admin: toChainAddress(input.admin),
      superAdmin: createNoopSigner(toChainAddress(input.superAdmin)),
    },
    { programAddress },
  );
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(toChainAddress(input.payer), empty),
    // The server asks for a fresh blockhash right before; its height is not needed to compile.
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, paid),
    (lived) => appendTransactionMessageInstruction(instruction, lived),
  );
  return Uint8Array.from(compileTransaction(message).messageBytes);
};
