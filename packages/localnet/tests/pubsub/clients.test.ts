import { type Address, address, createSolanaRpcSubscriptions_UNSTABLE, type Signature } from "@solana/kit";
import { Connection, Keypair, type PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBase58 } from "../../src/codec/base58.ts";
import { type Localnet, startLocalnet } from "../../src/index.ts";
import { anyAddress, POLL_TIMEOUT, temporaryFolder, transfer } from "../support.ts";

const folder = temporaryFolder();
const payer = Keypair.generate();
let localnet: Localnet;
let connection: Connection;

beforeAll(async () => {
  localnet = await startLocalnet({ ledger: folder.path, slotMs: 40, enableBlockSubscription: true });
  connection = new Connection(localnet.rpcUrl, "confirmed");
  const signature = await connection.requestAirdrop(payer.publicKey, 1_000_000_000_000);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
});

afterAll(async () => {
  await localnet.stop();
  folder.remove();
});

let amount = 1_000_000;

/** A signed transfer that is not sent yet. */
async function transferTo(to: PublicKey): Promise<{ signature: string; send: () => Promise<string> }> {
  const { blockhash } = await connection.getLatestBlockhash("processed");
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash });
  transaction.add(transfer(payer.publicKey, to, ++amount)).sign(payer);
  const signature = encodeBase58(transaction.signature ?? Buffer.alloc(0));
  return { signature, send: () => connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true }) };
}

describe("an unmodified @solana/web3.js, which validates notifications", () => {
  it("gets notifications of accounts, programs, logs, signatures, slots, their updates and roots", async () => {
    const to = anyAddress();
    const { signature, send } = await transferTo(to);
    const received = new Set<string>();
    const note = (what: string) => () => received.add(what);
    connection.onAccountChange(to, ({ lamports }) => received.add(`account ${lamports}`));
    const program = SystemProgram.programId;
    connection.onProgramAccountChange(program, ({ accountId }) => accountId.equals(to) && received.add("program"), {
      filters: [{ dataSize: 0 }],
    });
    connection.onLogs(to, (logs) => logs.signature === signature && received.add("logs"));
    connection.onLogs("all", note("all logs"));
    connection.onSignature(signature, ({ err }) => received.add(`signature ${err}`), "finalized");
    connection.onSignatureWithOptions(signature, ({ type }) => received.add(type), {
      commitment: "confirmed",
      enableReceivedNotification: true,
    });
    connection.onSlotChange(note("slot"));
    connection.onSlotUpdate(({ type }) => received.add(type));
    connection.onRootChange(note("root"));
    const first = ["slot", "createdBank", "frozen", "completed", "optimisticConfirmation"];
    await expect.poll(() => [...received], POLL_TIMEOUT).toEqual(expect.arrayContaining(first));
    await send();
    const all = ["account 1000001", "program", "logs", "all logs", "signature null", "received", "root"];
    await expect.poll(() => [...received], POLL_TIMEOUT).toEqual(expect.arrayContaining(all));
  });
});

describe("an unmodified @solana/kit", () => {
  it("gets notifications of accounts, programs, logs, signatures, slots, their updates, roots and blocks", async () => {
    const subscriptions = createSolanaRpcSubscriptions_UNSTABLE(localnet.wsUrl);
    const over = new AbortController();
    const options = { abortSignal: over.signal };
    const to = anyAddress();
    const named: Address = address(to.toBase58());
    const { signature, send } = await transferTo(to);
    const received = new Set<string>();
    const listen = async <T>(notifications: AsyncIterable<T>, words: (value: T) => string) => {
      for await (const value of notifications) received.add(words(value));
    };
    const system = address(SystemProgram.programId.toBase58());
    const config = { commitment: "confirmed", encoding: "base64" } as const;
    const wanted = signature as Signature; // base58 of 64 bytes by web3.js
    const listening = [
      listen(
        await subscriptions.accountNotifications(named, config).subscribe(options),
        (n) => `account ${n.value.lamports}`,
      ),
      listen(await subscriptions.programNotifications(system, config).subscribe(options), (n) =>
        n.value.pubkey === named ? "program" : "another",
      ),
      listen(await subscriptions.logsNotifications({ mentions: [named] }).subscribe(options), (n) => n.value.signature),
      listen(await subscriptions.signatureNotifications(wanted).subscribe(options), () => "signature"),
      listen(await subscriptions.slotNotifications().subscribe(options), (n) => `slot ${n.slot - n.parent}`),
      listen(await subscriptions.slotsUpdatesNotifications().subscribe(options), (n) => n.type),
      listen(await subscriptions.rootNotifications().subscribe(options), (n) => `root ${typeof n}`),
      listen(
        await subscriptions
          .blockNotifications(
            { mentionsAccountOrProgram: named },
            { commitment: "confirmed", transactionDetails: "signatures" },
          )
          .subscribe(options),
        (n) => `block ${n.value.block?.signatures[0]}`,
      ),
    ];
    await send();
    const all = [
      `account ${amount}`,
      "program",
      signature,
      "signature",
      "slot 1",
      "frozen",
      "root bigint",
      `block ${signature}`,
    ];
    await expect.poll(() => [...received], POLL_TIMEOUT).toEqual(expect.arrayContaining(all));
    over.abort();
    await Promise.all(listening);
  });
});
