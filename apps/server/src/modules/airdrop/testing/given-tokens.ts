import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createAssociatedTokenAccount, createMint, mintTo } from "@solana/spl-token";
import { Connection, Keypair, PublicKey } from "@solana/web3.js";
import { associatedTokenAddress } from "@tribe/chain/accounts";
import { encodeBase58 } from "@tribe/chain/transactions";
import { type Address, type Mint, tokenUnits } from "@tribe/contract";
import type { Database } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import type { Chain } from "../../../engines/chain/port.ts";
import { readAccount } from "../../../engines/chain/read-account.ts";
import { publicKeyOf } from "../../../engines/keys/keypair.ts";
import { holdings } from "../../indexer/schema.ts";

/** The parts of a test's world that are needed: its chain, and the server. */
interface GivingWorld {
  readonly chain: Chain;
  readonly app: { readonly ctx: { readonly db: Database } };
}

/** Mints a token of somebody else's into this wallet's associated account. @param program SPL Token or Token-2022 */
export const mintTokens = async (
  { chain: { rpcUrl, webSocketUrl: wsEndpoint } }: { readonly chain: Pick<Chain, "rpcUrl" | "webSocketUrl"> },
  wallet: Address,
  { program, decimals, units }: { readonly program: PublicKey; readonly decimals: number; readonly units: bigint },
): Promise<Mint> => {
  const connection = new Connection(rpcUrl, { commitment: "confirmed", wsEndpoint });
  const payer = Keypair.generate();
  await connection.requestAirdrop(payer.publicKey, 1_000_000_000);
  while ((await connection.getBalance(payer.publicKey)) === 0) await wait(50);
  const mint = await createMint(connection, payer, payer.publicKey, null, decimals, Keypair.generate(), {}, program);
  const owner = new PublicKey(wallet);
  const account = await createAssociatedTokenAccount(connection, payer, mint, owner, {}, program);
  await mintTo(connection, payer, mint, account, payer, units, [], {}, program);
  return mint.toBase58() as Mint; // 32 bytes
};

/** The balance of a token account in base units; 0 when it does not exist. */
export const amountAt = async ({ chain }: Pick<GivingWorld, "chain">, account: Address): Promise<bigint> => {
  const data = await readAccount(chain, account);
  return data ? new DataView(data.buffer, data.byteOffset).getBigUint64(64, true) : 0n;
};

/** What a wallet's associated account holds, in base units. */
export const heldIn = async (
  world: Pick<GivingWorld, "chain">,
  owner: Address,
  mint: Mint,
  program: "token" | "token2022" = "token2022",
): Promise<bigint> => amountAt(world, await associatedTokenAddress(owner, mint, program));

/** A wallet whose key nobody has. */
export const anyWallet = (): Address => encodeBase58(new Uint8Array(publicKeyOf(randomBytes(32)))) as Address; // 32 bytes on the curve

/** Wallets that hold some of a Tribe according to the index, each a unit more than the one before. */
export const addHolders = async (
  { app }: Pick<GivingWorld, "app">,
  mint: Mint,
  count: number,
): Promise<readonly Address[]> => {
  const owners = Array.from({ length: count }, anyWallet);
  await app.ctx.db.transaction((tx) =>
    insertMany(
      tx,
      holdings,
      owners.map((owner, at) => ({ mint, owner, amount: tokenUnits(BigInt(1_000_000 + at)) })),
    ),
  );
  return owners;
};
