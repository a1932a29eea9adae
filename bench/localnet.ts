import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  getBase58Decoder,
  getBase58Encoder,
  type Signature,
} from "@solana/kit";
import { type Localnet, startLocalnet } from "@tribe/localnet";
import { percentile, type Suite } from "./suite.ts";

const transfers = 6_000;
const senders = 16;
const confirmations = 60;
const base58 = { encode: getBase58Decoder(), decode: getBase58Encoder() };
const agent = new Agent({ keepAlive: true, maxSockets: senders });

/**
 * The embedded chain beside what Solana's own test validator needs on such a machine (issue 4's figures): how soon it
 * answers, how many transfers it takes with signatures verified and the journal on, how long until a confirmation is
 * told, how much memory it holds.
 */
export const run = async (): Promise<Suite> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-localnet-"));
  try {
    const starts: number[] = [];
    for (let i = 0; i < 5; i++) {
      const began = performance.now();
      const localnet = await startLocalnet({ ledger: join(folder, `start-${i}`) });
      await call(localnet.rpcUrl, "getHealth", []);
      starts.push(performance.now() - began);
      await localnet.stop();
    }
    const ordinary = await startLocalnet({ ledger: join(folder, "ordinary") });
    const idle = memoryOf(ordinary);
    const slow = await sendToConfirmed(ordinary, confirmations / 3);
    const [perSecond, skipped] = [await transfersPerSecond(ordinary, false), await transfersPerSecond(ordinary, true)];
    const loaded = memoryOf(ordinary);
    await ordinary.stop();
    const quick = await startLocalnet({ ledger: join(folder, "quick"), slotMs: 10 });
    const fast = await sendToConfirmed(quick, confirmations);
    await quick.stop();
    const again = performance.now();
    const restarted = await startLocalnet({ ledger: join(folder, "ordinary") });
    const restart = performance.now() - again;
    await restarted.stop();
    const validator = (value: number) => ({ who: "solana-test-validator (issue 4)", value });
    return {
      suite: "localnet",
      rows: [
        row("start_to_first_answer", percentile(starts, 0.5), "ms", 1000, "lower", validator(800)),
        row("restart_with_journal", restart, "ms", null, "lower"),
        row("transfers_per_second", perSecond, "tx/s", 1500, "higher", validator(550)),
        row("transfers_per_second.skip_preflight", skipped, "tx/s", null, "higher"),
        row("send_to_confirmed.p50", percentile(slow, 0.5), "ms", 400, "lower", validator(407)),
        row("send_to_confirmed.p99", percentile(slow, 0.99), "ms", null, "lower"),
        row("send_to_confirmed.slot_10ms.p50", percentile(fast, 0.5), "ms", 15, "lower"),
        row("send_to_confirmed.slot_10ms.p99", percentile(fast, 0.99), "ms", null, "lower"),
        row("memory.idle", idle, "MB", null, "lower"),
        row("memory.after_load", loaded, "MB", 600, "lower", validator(1800)),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

type Row = Suite["rows"][number];

function row(
  name: string,
  value: number,
  unit: string,
  bar: number | null,
  better: Row["better"],
  versus?: { who: string; value: number },
): Row {
  const rounded = Math.round(value * 10) / 10;
  return { name, value: rounded, unit, bar, better, ...(versus === undefined ? {} : { versus }) };
}

/** Proportional memory of the process, MB; where the system doesn't tell, 0. */
function memoryOf(localnet: Localnet): number {
  try {
    const rollup = readFileSync(`/proc/${localnet.pid}/smaps_rollup`, "latin1");
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function call(url: string, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent, headers: { "content-type": "application/json" } });
    outgoing.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => {
        const answer: unknown = JSON.parse(text);
        if (typeof answer !== "object" || answer === null || !("result" in answer)) reject(new Error(text));
        else resolve(answer.result);
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A payer whose transfers are built without a client library: what is measured is the chain, not the client. */
class Payer {
  readonly #secret;
  readonly #key: Buffer;
  readonly address: string;

  constructor(name: string) {
    const seed = createHash("sha256").update(name).digest();
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
    this.#secret = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    this.#key = createPublicKey(this.#secret).export({ format: "der", type: "spki" }).subarray(12);
    this.address = base58.encode.decode(this.#key);
  }

  transfer(to: Buffer, lamports: number, blockhash: Uint8Array): { wire: string; signature: string } {
    const data = Buffer.alloc(12);
    data.writeUInt32LE(2, 0);
    data.writeBigUInt64LE(BigInt(lamports), 4);
    const keys = [this.#key, to, Buffer.alloc(32), Buffer.from(blockhash)];
    const head = Buffer.from([1, 0, 1, 3]);
    const message = Buffer.concat([head, ...keys, Buffer.from([1, 2, 2, 0, 1, 12]), data]);
    const signature = sign(null, message, this.#secret);
    const wire = Buffer.concat([Buffer.from([1]), signature, message]).toString("base64");
    return { wire, signature: base58.encode.decode(signature) };
  }
}

async function fund(localnet: Localnet): Promise<Payer> {
  const payer = new Payer(String(performance.now()));
  await call(localnet.rpcUrl, "requestAirdrop", [payer.address, 1e13]);
  return payer;
}

async function blockhashOf(localnet: Localnet): Promise<Uint8Array> {
  const rpc = createSolanaRpc(localnet.rpcUrl);
  const { value } = await rpc.getLatestBlockhash({ commitment: "processed" }).send();
  return new Uint8Array(base58.decode.encode(value.blockhash));
}

async function transfersPerSecond(localnet: Localnet, skipPreflight: boolean): Promise<number> {
  const payer = await fund(localnet);
  const blockhash = await blockhashOf(localnet);
  const to = createHash("sha256").update("to").digest();
  const wires = Array.from({ length: transfers }, (_, i) => payer.transfer(to, 1_000_000 + i, blockhash).wire);
  const options = { encoding: "base64", skipPreflight, preflightCommitment: "processed" };
  const began = performance.now();
  let next = 0;
  const work = async () => {
    for (let wire = wires[next++]; wire !== undefined; wire = wires[next++]) {
      await call(localnet.rpcUrl, "sendTransaction", [wire, options]);
    }
  };
  await Promise.all(Array.from({ length: senders }, work));
  return (transfers * 1000) / (performance.now() - began);
}

async function sendToConfirmed(localnet: Localnet, count: number): Promise<number[]> {
  const payer = await fund(localnet);
  const subscriptions = createSolanaRpcSubscriptions(localnet.wsUrl);
  const to = createHash("sha256").update("to").digest();
  const delays: number[] = [];
  for (let i = 0; i < count; i++) {
    const { wire, signature } = payer.transfer(to, 1_000_000 + i, await blockhashOf(localnet));
    const stop = new AbortController();
    const heard = await subscriptions
      .signatureNotifications(signature as Signature, { commitment: "confirmed" }) // made by our own signing above
      .subscribe({ abortSignal: stop.signal });
    const options = { encoding: "base64", preflightCommitment: "processed" };
    const began = performance.now();
    // Kit drops what arrives before somebody waits for it.
    const confirmed = heard[Symbol.asyncIterator]().next();
    await call(localnet.rpcUrl, "sendTransaction", [wire, options]);
    await confirmed;
    delays.push(performance.now() - began);
    stop.abort();
  }
  return delays;
}
