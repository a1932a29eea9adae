/** A LiteSVM with the compiled programs, and the few verbs that tests and benches need on it. */
import { readFileSync } from "node:fs";
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { FailedTransactionMetadata, FeatureSet, LiteSVM, type TransactionMetadata } from "litesvm";
import { CURVE_PROGRAM_ADDRESS } from "../../../../packages/chain/src/generated/index.ts";
import { POOL_PROGRAM_ADDRESS } from "../../../../packages/chain/src/generated/pool/index.ts";
import { type Emitted, eventsOf } from "./events.ts";

export const token2022 = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
/** One SOL in lamports. */
export const sol = 1_000_000_000n;

/** What became of a transaction. */
export type Sent = {
  /** Custom code of the failed instruction; `other` in words; undefined on success. */
  readonly error: number | string | undefined;
  readonly logs: readonly string[];
  readonly units: number;
  readonly bytes: number;
  readonly events: readonly Emitted[];
};

export type Chain = {
  readonly svm: LiteSVM;
  /** A wallet with so many lamports. */
  wallet(funds?: bigint): Promise<KeyPairSigner>;
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

/** A machine with every feature that it knows switched on, those of clusters to come included. */
const everyFeature = (): LiteSVM =>
  LiteSVM.default()
    .withFeatureSet(FeatureSet.allEnabled())
    .withBuiltins()
    .withLamports(10n ** 18n)
    .withSysvars()
    .withPrecompiles()
    .withDefaultPrograms()
    .withSigverify(true);

/** Starts a chain. Signatures count; blockhashes and history don't, so that the same order can be sent twice. */
export function startChain(features: "today's" | "every" = "today's"): Chain {
  const svm = (features === "every" ? everyFeature() : new LiteSVM())
    .withBlockhashCheck(false)
    .withTransactionHistory(0n)
    .withLogBytesLimit(undefined);
  svm.addProgram(CURVE_PROGRAM_ADDRESS, artifact("curve"));
  svm.addProgram(POOL_PROGRAM_ADDRESS, artifact("pool"));
  return {
    svm,
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
