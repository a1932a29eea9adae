import { createHash } from "node:crypto";
import { Connection, Keypair, PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOKEN_PROGRAM } from "../../src/chain/accounts/account.ts";
import { Chain } from "../../src/chain/chain.ts";
import { keyAt } from "../../src/codec/keys.ts";
import { answerInPieces } from "../../src/rpc/dispatch.ts";
import { rpcMethods } from "../../src/rpc/methods.ts";
import { type RunningServer, serve } from "../../src/server.ts";
import { field, signed, transfer } from "../support.ts";

const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const HOLDERS = 20_000;
const named = (name: string) => createHash("sha256").update(name).digest();

function tokenAccount(name: string, data: Buffer) {
  return { key: keyAt(named(name)), account: { lamports: 2_039_280n, owner: TOKEN_PROGRAM, data, executable: false } };
}

function holding(index: number): Buffer {
  const data = Buffer.alloc(165);
  named("mint").copy(data, 0);
  named("owner").copy(data, 32);
  data.writeBigUInt64LE(BigInt(index), 64);
  data.writeUInt8(1, 108);
  return data;
}

describe("an answer of twenty thousand parsed accounts", () => {
  let chain: Chain;
  let server: RunningServer;
  let url: string;

  beforeAll(async () => {
    const mint = Buffer.alloc(82);
    mint.writeUInt8(1, 45);
    const holders = Array.from({ length: HOLDERS }, (_, index) => tokenAccount(`holder ${index}`, holding(index)));
    chain = Chain.open({ autoTick: false, accounts: [tokenAccount("mint", mint), ...holders] });
    for (let i = 0; i < 40; i++) chain.tick();
    server = await serve(chain, { host: "127.0.0.1", rpcPort: 0, enableWarp: false });
    url = `http://127.0.0.1:${server.rpcPort}`;
  });

  afterAll(async () => {
    await server.close();
    await chain.close();
  });

  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
    return response.json();
  };
  const owner = new PublicKey(named("owner")).toBase58();
  const parsed = { encoding: "jsonParsed", commitment: "processed" };
  const large: [string, unknown[]][] = [
    ["getProgramAccounts", [TOKEN, parsed]],
    ["getTokenAccountsByOwner", [owner, { programId: TOKEN }, parsed]],
  ];

  it.each(large)("lets other clients be served meanwhile: %s", async (method, params) => {
    let isOver = false;
    const answered = call(method, ...params).then((answer) => {
      isOver = true;
      return answer;
    });
    let turns = 0;
    while (!isOver) {
      expect(await call("getSlot")).toHaveProperty("result");
      if (!isOver) turns++;
    }
    // With the whole answer in one piece there would have been one or two turns.
    expect(turns).toBeGreaterThan(2);
    const answer = await answered;
    const list = method === "getProgramAccounts" ? field(answer, "result") : field(answer, "result", "value");
    const keys = (list as { pubkey: string }[]).map(({ pubkey }) => new PublicKey(pubkey).toBuffer().toString("hex"));
    expect(keys.length).toBeGreaterThanOrEqual(HOLDERS);
    expect(keys).toEqual([...keys].sort());
    expect(field(list, 7, "account", "data", "program")).toBe("spl-token");
  });

  it("is the same in one answer as in requests by mint", async () => {
    const connection = new Connection(url, "processed");
    const found = await connection.getParsedProgramAccounts(new PublicKey(TOKEN), { filters: [{ dataSize: 165 }] });
    const amounts = found.map(({ account }) => Number(field(account.data, "parsed", "info", "tokenAmount", "amount")));
    expect(amounts.sort((a, b) => a - b)).toEqual(Array.from({ length: HOLDERS }, (_, index) => index));
  });

  it("is of one slot, whatever changes while it is written", () => {
    const payer = Keypair.generate();
    chain.airdrop(keyAt(payer.publicKey.toBuffer()), 5_000_000_000n);
    for (let i = 0; i < 40; i++) chain.tick();
    const methods = rpcMethods(chain, { enableWarp: false });
    const ask = (method: string, ...params: unknown[]) =>
      answerInPieces(
        JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        (name) => methods.get(name),
        (fault) => {
          throw fault;
        },
      );
    const largest = ask("getLargestAccounts", { commitment: "finalized" });
    if (typeof largest !== "object") throw new Error("a long answer comes in pieces");
    const begun = [largest.next(), largest.next(), largest.next(), largest.next()].map(({ value }) => value).join("");
    const blockhash = String(field(JSON.parse(String(ask("getLatestBlockhash"))), "result", "value", "blockhash"));
    const wire = signed([transfer(payer.publicKey, new PublicKey(named("new")), 4_000_000_000)], payer, blockhash);
    expect(JSON.parse(String(ask("sendTransaction", wire, { encoding: "base64" })))).toHaveProperty("result");
    for (let i = 0; i < 100; i++) chain.tick();
    const shown = field(JSON.parse(begun + [...largest].join("")), "result", "value");
    expect(shown).toContainEqual({ address: payer.publicKey.toBase58(), lamports: 5_000_000_000 });
    expect(shown).not.toContainEqual(expect.objectContaining({ address: new PublicKey(named("new")).toBase58() }));
  });

  it("fails as a whole when an account is too long for base58", async () => {
    const error = { code: -32600, message: expect.stringContaining("less than 128 bytes") };
    for (const encoding of ["base58", "binary"]) {
      expect(await call("getProgramAccounts", TOKEN, { encoding, commitment: "processed" })).toMatchObject({ error });
    }
  });
});
