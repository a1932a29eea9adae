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

/** Input for setting up a factory, once per deployed program. */
export interface InitializeMessageInput {
  readonly program: Address;
  /** Pays rent and fee. The program's upgrade authority signs as well. */
  readonly payer: Address;
  readonly upgradeAuthority: Address;
  readonly admin: Address;
  /** Signs as well: an office without a private key could never be handed over. */
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
    // The server fetches a fresh blockhash right before; compiling does not need its height.
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, paid),
    (lived) => appendTransactionMessageInstruction(instruction, lived),
  );
  return Uint8Array.from(compileTransaction(message).messageBytes);
};
