/** A LiteSVM with the compiled programs, and the few operations that tests and benches need. */
import { readFileSync } from "node:fs";
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressEncoder,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { FailedTransactionMetadata, FeatureSet, LiteSVM, type TransactionMetadata } from "litesvm";
import { CURVE_PROGRAM_ADDRESS, findProgramDataPda } from "../../../../packages/chain/src/generated/index.ts";
import { POOL_PROGRAM_ADDRESS } from "../../../../packages/chain/src/generated/pool/index.ts";
import { type Emitted, eventsOf } from "./events.ts";

export const token2022 = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
/** One SOL in lamports. */
export const sol = 1_000_000_000n;

/** The result of a transaction. */
export type Sent = {
  /** The custom code of the failed instruction, the text of any other error, or undefined on success. */
  readonly error: number | string | undefined;
  readonly logs: readonly string[];
  readonly units: number;
  readonly bytes: number;
  readonly events: readonly Emitted[];
};

export type Chain = {
  readonly svm: LiteSVM;
  /** A wallet with this many lamports. */
  wallet(funds?: bigint): Promise<KeyPairSigner>;
  /** As a localnet's genesis does: only this key may set the factory up. */
  setUpgradeAuthority(authority: Address): Promise<void>;
  send(payer: KeyPairSigner, ...instructions: readonly Instruction[]): Promise<Sent>;
  /** Lamports of an account, 0 when there is none. */
  balance(of: Address): bigint;
  /** Data of an account, empty when there is none. */
  data(of: Address): Uint8Array;
};

/** The committed programs, or those in the folder `TRIBE_PROGRAMS`. */
const artifact = (name: string): Uint8Array => {
  const folder = process.env.TRIBE_PROGRAMS;
  return readFileSync(folder ? `${folder}/${name}.so` : new URL(`../../../artifacts/${name}.so`, import.meta.url));
};

/** A virtual machine with all known features enabled, including those not yet active on clusters. */
const everyFeature = (): LiteSVM =>
  LiteSVM.default()
    .withFeatureSet(FeatureSet.allEnabled())
    .withBuiltins()
    .withLamports(10n ** 18n)
    .withSysvars()
    .withPrecompiles()
    .withDefaultPrograms()
    .withSigverify(true);

/** Starts a chain. It verifies signatures, but not blockhashes or duplicates, so that the same order can be sent twice. */
export function startChain(features: "today's" | "every" = "today's"): Chain {
  const svm = (features === "every" ? everyFeature() : new LiteSVM())
    .withBlockhashCheck(false)
    .withTransactionHistory(0n)
    .withLogBytesLimit(undefined);
  svm.addProgram(CURVE_PROGRAM_ADDRESS, artifact("curve"));
  svm.addProgram(POOL_PROGRAM_ADDRESS, artifact("pool"));
  return {
    svm,
    async setUpgradeAuthority(authority) {
      const [programData] = await findProgramDataPda({ program: CURVE_PROGRAM_ADDRESS });
      const account = svm.getAccount(programData);
      if (!account.exists) throw new Error("no program");
      const data = Uint8Array.from(account.data);
      data.set([1, ...getAddressEncoder().encode(authority)], 12);
      svm.setAccount({ ...account, data });
    },
    async wallet(funds = 1_000n * sol) {
      const signer = await generateKeyPairSigner();
      if (funds > 0n) svm.airdrop(signer.address, lamports(funds));
      return signer;
    },
    async send(payer, ...instructions) {
      const transaction = await pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(payer, message),
        (message) => svm.setTransactionMessageLifetimeUsingLatestBlockhash(message),
        (message) => appendTransactionMessageInstructions(instructions, message),
        (message) => signTransactionMessageWithSigners(message),
      );
      const result = svm.sendTransaction(transaction);
      const failed = result instanceof FailedTransactionMetadata;
      const meta: TransactionMetadata = failed ? result.meta() : result;
      return {
        error: failed ? errorOf(result) : undefined,
        logs: meta.logs(),
        units: Number(meta.computeUnitsConsumed()),
        bytes: getTransactionEncoder().encode(transaction).length,
        events: failed ? [] : eventsOf(transaction, meta),
      };
    },
    balance: (of) => svm.getBalance(of) ?? 0n,
    data(of) {
      const account = svm.getAccount(of);
      return account.exists ? Uint8Array.from(account.data) : new Uint8Array();
    },
  };
}

function errorOf(result: FailedTransactionMetadata): number | string {
  const text = result.toString();
  const custom = /Custom\((\d+)\)/.exec(text);
  return custom ? Number(custom[1]) : text;
}
