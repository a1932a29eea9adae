import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { getBase58Decoder, getBase58Encoder } from "@solana/kit";
import type { Localnet } from "tribe-localnet/source";

/** The number of concurrent requests. */
export const senders = 16;
const batchSize = 100;
const batchesAtOnce = 4;
const recipients = 1_000;
const base58 = { encode: getBase58Decoder(), decode: getBase58Encoder() };
const agent = new Agent({ keepAlive: true, maxSockets: senders });

/** Sends one body and returns the answer. */
export function post(url: string, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent, headers: { "content-type": "application/json" } });
    outgoing.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => {
        try {
          resolve(JSON.parse(text));
        } catch {
          reject(new Error(text));
        }
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const bodyOf = (method: string, params: unknown[]) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

const resultOf = (answer: unknown): unknown => {
  if (typeof answer === "object" && answer !== null && "result" in answer) return answer.result;
  throw new Error(JSON.stringify(answer));
};

/** Calls one method. Rejects when the answer is an error. */
export async function call(url: string, method: string, params: unknown[]): Promise<unknown> {
  return resultOf(await post(url, bodyOf(method, params)));
}

/** The newest blockhash, raw. */
export async function blockhashOf(localnet: Localnet): Promise<Buffer> {
  const latest = await call(localnet.rpcUrl, "getLatestBlockhash", [{ commitment: "processed" }]);
  const { value } = latest as { value: { blockhash: string } }; // what the method answers
  return Buffer.from(base58.decode.encode(value.blockhash));
}

/** A payer whose transfers are built without a client library, so that the chain is measured, not the client. */
export class Payer {
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

  /** A signed legacy transfer in base64, and its signature. */
  transfer(to: Buffer, lamports: number, blockhash: Buffer): { wire: string; signature: Buffer } {
    const data = Buffer.alloc(12);
    data.writeUInt32LE(2, 0);
    data.writeBigUInt64LE(BigInt(lamports), 4);
    const keys = [this.#key, to, Buffer.alloc(32), blockhash];
    const message = Buffer.concat([Buffer.from([1, 0, 1, 3]), ...keys, Buffer.from([1, 2, 2, 0, 1, 12]), data]);
    const signature = sign(null, message, this.#secret);
    return { wire: Buffer.concat([Buffer.from([1]), signature, message]).toString("base64"), signature };
  }
}

/** A signature as the RPC writes it. */
export const signatureText = (signature: Buffer): string => base58.encode.decode(signature);

/** A payer with lamports. */
export async function fund(localnet: Localnet): Promise<Payer> {
  const payer = new Payer(String(performance.now()));
  await call(localnet.rpcUrl, "requestAirdrop", [payer.address, 1e13]);
  return payer;
}

/** An address that nobody has a key for. */
export const addressOf = (name: string): Buffer => createHash("sha256").update(name).digest();

/** Runs this many workers concurrently until all are done. */
export async function together(count: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, worker) => work(worker)));
}

/** Transfers in requests of a hundred without preflight, from several payers to a thousand accounts. */
export async function sendMany(localnet: Localnet, count: number): Promise<void> {
  const to = Array.from({ length: recipients }, (_, i) => addressOf(`recipient ${i}`));
  const options = { encoding: "base64", skipPreflight: true };
  let next = 0;
  await together(batchesAtOnce, async () => {
    const payer = await fund(localnet);
    while (next < count) {
      const first = next;
      next += batchSize;
      const blockhash = await blockhashOf(localnet);
      const bodies = Array.from({ length: Math.min(batchSize, count - first) }, (_, i) => {
        const target = to[(first + i * 7) % recipients] ?? addressOf("recipient");
        return bodyOf("sendTransaction", [payer.transfer(target, 1_000_000 + first + i, blockhash).wire, options]);
      });
      const answers = await post(localnet.rpcUrl, `[${bodies.join(",")}]`);
      if (!Array.isArray(answers)) throw new Error(JSON.stringify(answers));
      answers.forEach(resultOf);
    }
  });
}

/** Calls one method and counts the bytes of its answer. */
export function download(url: string, method: string, params: unknown[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent, headers: { "content-type": "application/json" } });
    outgoing.on("response", (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      response.on("end", () => resolve(bytes));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(bodyOf(method, params));
  });
}

/** SPL Token. */
export const tokenProgram = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

/** Writes a mint and token accounts of it as files for `--account-dir`. */
export function writeTokenAccounts(folder: string, count: number): void {
  mkdirSync(folder);
  const mint = addressOf("mint");
  const mintData = Buffer.alloc(82);
  mintData.writeUInt8(6, 44);
  mintData.writeUInt8(1, 45);
  writeAccount(folder, mint, tokenProgram, mintData);
  for (let i = 0; i < count; i++) {
    const data = Buffer.alloc(165);
    mint.copy(data, 0);
    addressOf(`owner ${i}`).copy(data, 32);
    data.writeBigUInt64LE(BigInt(i), 64);
    data.writeUInt8(1, 108);
    writeAccount(folder, addressOf(`holding ${i}`), tokenProgram, data);
  }
}

function writeAccount(folder: string, key: Buffer, owner: string, data: Buffer): void {
  const pubkey = base58.encode.decode(key);
  const account = { lamports: 2_039_280, data: [data.toString("base64"), "base64"], owner };
  const text = JSON.stringify({ pubkey, account: { ...account, executable: false, rentEpoch: 0 } });
  writeFileSync(join(folder, `${pubkey}.json`), text);
}

/** Writes accounts of a program as files for `--account-dir`: five with the same 32 bytes at offset 32. */
export function writeProgramAccounts(folder: string, program: string, count: number): void {
  mkdirSync(folder);
  for (let i = 0; i < count; i++) {
    const data = Buffer.alloc(165);
    addressOf(`mint ${i % 100}`).copy(data, 0);
    addressOf(`owner ${i % (count / 5)}`).copy(data, 32);
    writeAccount(folder, addressOf(`account ${i}`), program, data);
  }
}

/** Proportional memory of the process, MB; where the system doesn't tell, 0. */
export function memoryOf(localnet: Localnet): number {
  try {
    const rollup = readFileSync(`/proc/${localnet.pid}/smaps_rollup`, "latin1");
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
