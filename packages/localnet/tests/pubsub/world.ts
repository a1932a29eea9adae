import { Keypair, type PublicKey } from "@solana/web3.js";
import { startLocalnet } from "../../src/index.ts";
import { field, signed, temporaryFolder, transfer } from "../support.ts";
import { PubSubClient } from "./client.ts";

/** A localnet with short slots, a payer, and PubSub clients that end with it. */
export async function startWorld() {
  const folder = temporaryFolder();
  const localnet = await startLocalnet({ ledger: folder.path, slotMs: 40, enableBlockSubscription: true });
  const payer = Keypair.generate();
  const clients: PubSubClient[] = [];
  let amount = 1_000_000;

  /** Calls a method over HTTP; its result. */
  const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const response = await fetch(localnet.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return field(await response.json(), "result");
  };
  const blockhash = async () =>
    String(field(await rpc("getLatestBlockhash", { commitment: "processed" }), "value", "blockhash"));
  const send = async (wire: string) =>
    String(await rpc("sendTransaction", wire, { encoding: "base64", skipPreflight: true }));

  await rpc("requestAirdrop", payer.publicKey.toBase58(), 1_000_000_000_000);
  return {
    payer,
    rpc,
    blockhash,
    send,
    /** A signed transfer; each one differs. */
    transferTo: async (to: PublicKey, lamports = ++amount) =>
      signed([transfer(payer.publicKey, to, lamports)], payer, await blockhash()),
    /** Sends lamports to an address; the signature. */
    async pay(to: PublicKey, lamports?: number): Promise<string> {
      return send(await this.transferTo(to, lamports));
    },
    async connect(): Promise<PubSubClient> {
      const client = await PubSubClient.open(localnet.wsUrl);
      clients.push(client);
      return client;
    },
    async stop(): Promise<void> {
      for (const client of clients) client.close();
      await localnet.stop();
      folder.remove();
    },
  };
}

/** What `startWorld` gives. */
export type PubSubWorld = Awaited<ReturnType<typeof startWorld>>;
