import {
  createKeyPairSignerFromPrivateKeyBytes,
  getAddressEncoder,
  getBase58Decoder,
  getTransactionDecoder,
  type KeyPairSigner,
  lamports as kitLamports,
  signBytes,
} from "@solana/kit";
import type { Address, Mint, TransactionSignature } from "@tribe/contract";
import { FailedTransactionMetadata, LiteSVM } from "litesvm";
import {
  associatedTokenAddress,
  fromChainAddress,
  poolProgramAddress,
  defaultProgramAddress as program,
  toChainAddress,
} from "../accounts/addresses.ts";
import { decodePoolEvents, type PoolEvent } from "../accounts/pool.ts";
import { decodeEvents } from "../events/events.ts";
import type { ProgramEvent } from "../events/program-events.ts";
import { findProgramDataPda } from "../generated/index.ts";
import type { ChainReader } from "../swap/read-chain.ts";
import { assembleTransaction, signersOf, toSignature, verifySignature } from "../transactions/transactions.ts";

/** A signer's address with our brand. */
export const addressOf = (signer: KeyPairSigner): Address => fromChainAddress(signer.address);

/** The result of a message. */
export interface Sent {
  readonly failed: boolean;
  readonly units: number;
  readonly logs: string[];
  readonly events: ProgramEvent[];
  readonly poolEvents: PoolEvent[];
}

/** A real virtual machine with both compiled programs, and people who use it, for this package's tests: one per test file. */
export const openTestChain = () => {
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
  for (const [address, name] of [
    [program, "curve"],
    [poolProgramAddress, "pool"],
  ] as const)
    svm.addProgramFromFile(
      toChainAddress(address),
      new URL(`../../../../programs/artifacts/${name}.so`, import.meta.url).pathname,
    );

  const everybody = new Map<string, KeyPairSigner>();

  /** A person with 200 SOL, the same for the same seed, whose key signs messages in `send`. */
  const person = async (seed: number): Promise<KeyPairSigner> => {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(seed));
    svm.airdrop(signer.address, kitLamports(200_000_000_000n));
    everybody.set(signer.address, signer);
    return signer;
  };
  /** Lamports, 0 when there is no account. */
  const balanceOf = (address: Address): bigint => svm.getBalance(toChainAddress(address)) ?? 0n;
  /** The account's data, empty without an account. */
  const dataOf = (address: Address): Uint8Array => {
    const account = svm.getAccount(toChainAddress(address));
    return account.exists ? Uint8Array.from(account.data) : new Uint8Array();
  };

  /** Base units of an owner's associated token account, 0 when there is none. */
  const unitsOf = async (owner: Address, mint: Mint): Promise<bigint> => {
    const data = dataOf(await associatedTokenAddress(owner, mint));
    return data.length === 0 ? 0n : new DataView(data.buffer).getBigUint64(64, true);
  };
  /** The virtual machine as a swap's chain reader. */
  const chainReader: ChainReader = {
    accounts: async (addresses) =>
      addresses.map((address) => {
        const data = dataOf(address);
        return data.length === 0 ? null : data;
      }),
    latestBlockhash: async () => ({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: 150 }),
    recentPriorityFees: async () => [],
  };

  /** Signs with all required signers, assembles as the server does, and executes. */
  const send = async (message: Uint8Array<ArrayBuffer>): Promise<Sent> => {
    const signatures: Record<Address, TransactionSignature> = {};
    for (const address of signersOf(message)) {
      const signer = everybody.get(address);
      if (!signer) throw new Error(`nobody is ${address}`);
      signatures[address] = toSignature(await signBytes(signer.keyPair.privateKey, message));
      if (!(await verifySignature(message, signatures[address], address)))
        throw new Error("a signature does not verify");
    }
    const result = svm.sendTransaction(getTransactionDecoder().decode(assembleTransaction(message, signatures)));
    const failed = result instanceof FailedTransactionMetadata;
    const meta = failed ? result.meta() : result;
    const innerInstructions = meta.innerInstructions().map((calls, index) => ({
      index,
      instructions: calls.map((call) => ({
        programIdIndex: call.instruction().programIdIndex(),
        accounts: [...call.instruction().accounts()],
        data: getBase58Decoder().decode(call.instruction().data()),
      })),
    }));
    const accountKeys = accountKeysOf(message);
    return {
      failed,
      units: Number(meta.computeUnitsConsumed()),
      logs: meta.logs(),
      events: failed ? [] : await decodeEvents(innerInstructions, accountKeys, program),
      poolEvents: failed ? [] : await decodePoolEvents(innerInstructions, accountKeys, program),
    };
  };
  /** As a localnet's genesis does: only this key may set the factory up. */
  const setUpgradeAuthority = async (authority: Address): Promise<void> => {
    const [programData] = await findProgramDataPda({ program: toChainAddress(program) });
    const account = svm.getAccount(programData);
    if (!account.exists) throw new Error("no program");
    const data = Uint8Array.from(account.data);
    data.set([1, ...getAddressEncoder().encode(toChainAddress(authority))], 12);
    svm.setAccount({ ...account, data });
  };
  return { svm, person, balanceOf, dataOf, unitsOf, chainReader, send, setUpgradeAuthority };
};

/** The static keys follow the version byte and the header, 32 bytes each. */
const accountKeysOf = (message: Uint8Array): string[] =>
  Array.from({ length: message[4] ?? 0 }, (_, index) =>
    getBase58Decoder().decode(message.slice(5 + 32 * index, 37 + 32 * index)),
  );

/** @throws with the program's logs when it failed */
export const must = (sent: Sent): Sent => {
  if (sent.failed) throw new Error(sent.logs.join("\n"));
  return sent;
};
