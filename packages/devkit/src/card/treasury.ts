import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  address,
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import type { Transfer } from "./order.ts";

/** How often the chain is polled while a transfer is pending, in milliseconds. */
const pollMs = 250;
/** Amount of one airdrop: 100 SOL, the localnet's default. */
const airdropLamports = 100_000_000_000n;
/** Reserve for fees and rent. */
const reserveLamports = 10_000_000n;

/** Outcomes of a transfer. `expired`: it can never land any more. */
export type TransferOutcome = "landed" | "failed" | "expired";

/** The on-ramp's own wallet; it refills itself by airdrop, which only a test chain allows. */
export class Treasury {
  readonly #rpc;
  readonly #signer: KeyPairSigner;
  #filling: Promise<void> = Promise.resolve();

  private constructor(rpcUrl: string, signer: KeyPairSigner) {
    this.#rpc = createSolanaRpc(rpcUrl);
    this.#signer = signer;
  }

  /** Reads the key file (64 bytes as a JSON array, like Solana's tools), or creates one, mode 0600. */
  static async open(rpcUrl: string, keyFile: string): Promise<Treasury> {
    await mkdir(dirname(keyFile), { recursive: true, mode: 0o700 });
    const bytes = await readFile(keyFile, "utf8").then(parseKey, () => makeKey(keyFile));
    return new Treasury(rpcUrl, await createKeyPairSignerFromBytes(bytes));
  }

  /** Signs a transfer without sending it. */
  async prepare(to: string, amount: bigint, signal: AbortSignal): Promise<Transfer> {
    this.#filling = this.#filling.catch(() => undefined).then(() => this.#fill(amount, signal));
    await this.#filling;
    return this.#sign(
      [getTransferSolInstruction({ source: this.#signer, destination: address(to), amount: lamports(amount) })],
      signal,
    );
  }

  /** Signs another transaction that the treasury pays for; `make` gets its signer. */
  async prepareAct(
    make: (payer: KeyPairSigner) => Promise<readonly Instruction[]>,
    maxLamports: bigint,
    signal: AbortSignal,
  ): Promise<Transfer> {
    this.#filling = this.#filling.catch(() => undefined).then(() => this.#fill(maxLamports, signal));
    await this.#filling;
    return this.#sign(await make(this.#signer), signal);
  }

  async #sign(instructions: readonly Instruction[], signal: AbortSignal): Promise<Transfer> {
    const { value: lifetime } = await this.#rpc.getLatestBlockhash().send({ abortSignal: signal });
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: "legacy" }),
        (message) => setTransactionMessageFeePayerSigner(this.#signer, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
        (message) => appendTransactionMessageInstructions(instructions, message),
      ),
    );
    return {
      signature: getSignatureFromTransaction(transaction),
      wire: getBase64EncodedWireTransaction(transaction),
      lastValidBlockHeight: lifetime.lastValidBlockHeight.toString(),
    };
  }

  /** Sends a prepared transfer repeatedly until its outcome is known. */
  async settle(transfer: Transfer, signal: AbortSignal): Promise<TransferOutcome> {
    for (;;) {
      const outcome = await this.#outcome(transfer, signal);
      if (outcome) return outcome;
      await this.#rpc
        .sendTransaction(transfer.wire as Base64EncodedWireTransaction, { encoding: "base64", skipPreflight: true }) // made by prepare()
        .send({ abortSignal: signal })
        .catch(() => undefined); // the status is polled above; this answer does not decide
      await wait(pollMs, undefined, { signal });
    }
  }

  async #outcome(transfer: Transfer, signal: AbortSignal): Promise<TransferOutcome | null> {
    // The height is read first, so that a transfer that lands in between is still found.
    const height = await this.#rpc.getBlockHeight({ commitment: "finalized" }).send({ abortSignal: signal });
    const status = await this.#status(signature(transfer.signature), signal);
    if (status === "open") return height > BigInt(transfer.lastValidBlockHeight) ? "expired" : null;
    return status;
  }

  async #status(of: Signature, signal: AbortSignal): Promise<"open" | "landed" | "failed"> {
    const { value } = await this.#rpc
      .getSignatureStatuses([of], { searchTransactionHistory: true })
      .send({ abortSignal: signal });
    const status = value[0];
    if (!status || status.confirmationStatus === "processed") return "open";
    return status.err ? "failed" : "landed";
  }

  async #fill(amount: bigint, signal: AbortSignal): Promise<void> {
    const needed = amount + reserveLamports;
    const balance = async () =>
      (await this.#rpc.getBalance(this.#signer.address, { commitment: "confirmed" }).send({ abortSignal: signal }))
        .value;
    if ((await balance()) >= needed) return;
    const measure = needed > airdropLamports ? needed : airdropLamports;
    const airdrop = await this.#rpc
      .requestAirdrop(this.#signer.address, lamports(measure))
      .send({ abortSignal: signal });
    while ((await this.#status(airdrop, signal)) === "open" || (await balance()) < needed)
      await wait(pollMs, undefined, { signal });
  }
}

const parseKey = (text: string): Uint8Array => {
  const bytes: unknown = JSON.parse(text);
  if (!Array.isArray(bytes) || bytes.length !== 64) throw new Error("The treasury's key file is damaged");
  return Uint8Array.from(bytes);
};

const makeKey = async (keyFile: string): Promise<Uint8Array> => {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const bytes = new Uint8Array([...pkcs8.slice(-32), ...publicKey]);
  await writeFile(keyFile, JSON.stringify([...bytes]), { mode: 0o600, flag: "wx" });
  return bytes;
};
