import { type Base64EncodedWireTransaction, isSolanaError, lamports as toKitLamports } from "@solana/kit";
import {
  assembleTransaction,
  buildInitializeMessage,
  factoryAddress,
  toBase64,
  toChainAddress,
  toSignature,
} from "@tribe/chain";
import { type Address, lamportsPerSol } from "@tribe/contract";
import type { Keys } from "../keys/port.ts";
import type { Chain } from "./port.ts";

const allowance = 100n * lamportsPerSol;
const patienceMs = 30_000;
const pollMs = 100;

/**
 * Gives admin and super admin of an embedded chain their SOL and sets up the factory, both only if still needed:
 * done again it changes nothing. On any other chain an operator does this, once.
 */
export const setUpFactory = async (chain: Chain, keys: Keys): Promise<void> => {
  for (const { address } of [keys.superAdmin, keys.admin]) await fund(chain, address);
  if (await hasFactory(chain)) return;
  const { value } = await chain.rpc.getLatestBlockhash({ commitment: "confirmed" }).send();
  const message = await buildInitializeMessage({
    program: chain.programAddress,
    payer: keys.superAdmin.address,
    upgradeAuthority: keys.superAdmin.address,
    admin: keys.admin.address,
    superAdmin: keys.superAdmin.address,
    blockhash: value.blockhash,
  });
  const signature = toSignature(await keys.superAdmin.sign(message));
  const wire = assembleTransaction(message, { [keys.superAdmin.address]: signature });
  // kit brands base64 that it encoded itself; ours is the same text.
  const text = toBase64(wire) as string as Base64EncodedWireTransaction;
  await chain.rpc
    .sendTransaction(text, { encoding: "base64", preflightCommitment: "confirmed" })
    .send()
    .catch((error: unknown) => {
      throw new Error(`The factory could not be set up: ${wordsOf(error)}`, { cause: error });
    });
  await until("the factory is set up", () => hasFactory(chain));
};

/** Tells whether the program's factory exists. */
export const hasFactory = async (chain: Chain): Promise<boolean> => {
  const address = toChainAddress(await factoryAddress(chain.programAddress));
  const { value } = await chain.rpc.getAccountInfo(address, { encoding: "base64", commitment: "confirmed" }).send();
  return value !== null;
};

const fund = async (chain: Chain, address: Address): Promise<void> => {
  const owner = toChainAddress(address);
  const balance = async () => (await chain.rpc.getBalance(owner, { commitment: "confirmed" }).send()).value;
  if ((await balance()) >= allowance / 2n) return;
  // Only test clusters have this method, so kit's own type leaves it out.
  const faucet = chain.rpc as unknown as AirdropRpc;
  await faucet.requestAirdrop(owner, toKitLamports(allowance), { commitment: "confirmed" }).send();
  await until("the airdrop arrives", async () => (await balance()) >= allowance / 2n);
};

interface AirdropRpc {
  requestAirdrop(
    to: ReturnType<typeof toChainAddress>,
    amount: ReturnType<typeof toKitLamports>,
    options: { commitment: "confirmed" },
  ): { send(): Promise<unknown> };
}

const until = async (what: string, isDone: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (!(await isDone())) {
    if (Date.now() > deadline)
      throw new Error(`The chain does not get on: waited ${patienceMs / 1000} s until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

const wordsOf = (error: unknown): string => {
  if (!isSolanaError(error)) return String(error);
  return `${error.message} ${JSON.stringify(error.context, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`;
};
