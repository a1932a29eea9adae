/**
 * Sets up a deployed curve program, hands its offices over and runs their commands. The steps are in `docs/deploy.md`.
 *   npm run programs:factory -- show --url RPC [--program ADDRESS]
 *   npm run programs:factory -- initialize ADMIN [--super-admin FILE] --url RPC --keypair FILE   (the upgrade authority's)
 *   npm run programs:factory -- COMMAND …       those of admin and super admin: see `factory-instructions.ts`
 * With `--authority ADDRESS` in place of `--keypair` nothing is sent: the message is printed in base58 for a multisig.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type Address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createKeyPairSignerFromBytes,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  pipe,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  setTransactionMessageFeePayer,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from "@solana/kit";
import { CURVE_PROGRAM_ADDRESS } from "../../packages/chain/src/generated/index.ts";
import { addressFrom, instructionFor, Refused, type Rpc, readFactory, usage } from "./factory-instructions.ts";

const options = {
  url: { type: "string" },
  program: { type: "string" },
  keypair: { type: "string" },
  authority: { type: "string" },
  "super-admin": { type: "string" },
} as const;

/** The holder of the office: a key pair in the format of Solana's tools, or an address that signs later. */
const signerFrom = async (values: { keypair?: string; authority?: string }): Promise<TransactionSigner> => {
  if (values.authority !== undefined) return createNoopSigner(addressFrom(values.authority, "The authority"));
  if (values.keypair === undefined) throw new Refused(`A key pair or an authority is missing.\n${usage}`);
  return keyPairIn(values.keypair);
};

const keyPairIn = async (file: string): Promise<TransactionSigner> => {
  const bytes: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(bytes) || bytes.length !== 64) throw new Refused(`${file} holds no key pair.`);
  return createKeyPairSignerFromBytes(Uint8Array.from(bytes));
};

const show = async (rpc: Rpc, programAddress: Address): Promise<void> => {
  const { discriminator: _, padding: __, ...fields } = await readFactory(rpc, programAddress);
  for (const [name, value] of Object.entries(fields)) console.log(`${name.padEnd(28)}${value}`);
};

/** Sends it, and waits until the cluster has confirmed it or its blockhash has expired. */
const send = async (rpc: Rpc, instruction: Instruction, payer: TransactionSigner): Promise<string> => {
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
  const signed = await pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => appendTransactionMessageInstruction(instruction, message),
    signTransactionMessageWithSigners,
  );
  const signature = getSignatureFromTransaction(signed);
  await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: "base64" }).send();
  for (;;) {
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    const status = value[0];
    if (status?.err) throw new Refused(`${signature} failed: ${JSON.stringify(status.err)}`);
    if (status?.confirmationStatus === "confirmed" || status?.confirmationStatus === "finalized") return signature;
    const height = await rpc.getBlockHeight({ commitment: "confirmed" }).send();
    if (height > lifetime.lastValidBlockHeight) throw new Refused("The cluster did not take the transaction in time.");
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
};

const unsigned = async (rpc: Rpc, instruction: Instruction, payer: Address): Promise<string> => {
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (lived) => appendTransactionMessageInstruction(instruction, lived),
  );
  return getBase58Decoder().decode(compileTransaction(message).messageBytes);
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name, ...rest] = positionals;
  if (name === undefined || values.url === undefined) throw new Refused(usage);
  const rpc = createSolanaRpc(values.url);
  const programAddress = addressFrom(values.program ?? CURVE_PROGRAM_ADDRESS, "The program");
  if (name === "show") return show(rpc, programAddress);
  const signer = await signerFrom(values);
  const file = values["super-admin"];
  const superAdmin = file === undefined ? signer : await keyPairIn(file);
  const instruction = await instructionFor(name, rest, { signer, superAdmin, programAddress, rpc });
  if (values.authority === undefined) console.log(`Done: ${await send(rpc, instruction, signer)}`);
  else console.log(await unsigned(rpc, instruction, signer.address));
};

/** The program's own message for a refusal, from the logs of its simulation. */
const wordsOf = (error: unknown): string => {
  const logs = isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)
    ? error.context.logs
    : null;
  const line = logs?.find((log) => log.includes("Error Message"));
  return line?.replace(/^Program log: /, "") ?? (error instanceof Error ? error.message : String(error));
};

main().catch((error: unknown) => {
  console.error(wordsOf(error));
  process.exitCode = 1;
});
