import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Keypair } from "@solana/web3.js";
import { afterAll, describe, expect, it } from "vitest";
import { anyAddress, field, POLL_TIMEOUT, temporaryFolder } from "./support.ts";

const bin = fileURLToPath(new URL("../bin/tribe-localnet.mjs", import.meta.url));
const program = fileURLToPath(new URL("../../../programs/artifacts/curve.so", import.meta.url));
const folder = temporaryFolder();
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  folder.remove();
});

/** Runs the command as a shell would. */
function command(...args: string[]) {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder.path, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  children.push(child);
  const output = { out: "", err: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.out += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, said: output, ended };
}

async function outcome(...args: string[]) {
  const { said, ended } = command(...args);
  return { code: await ended, ...said };
}

/** Starts the command and waits for its banner. */
async function start(...args: string[]) {
  const running = command("--rpc-port", "0", ...args);
  await expect.poll(() => running.said.out + running.said.err, POLL_TIMEOUT).toContain("Ctrl-C");
  const url = /http:\/\/\S+/.exec(running.said.out)?.[0] ?? "";
  const stop = async () => {
    running.child.kill("SIGINT");
    return running.ended;
  };
  return { ...running, url, stop };
}

async function rpc(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return field(await response.json(), "result");
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

function accountFile(name: string, pubkey: string, more: Record<string, unknown> = {}) {
  const data = [Buffer.from("kept").toString("base64"), "base64"];
  const account = { lamports: 7_000_000, data, owner: "11111111111111111111111111111111", executable: false, ...more };
  return file(name, JSON.stringify({ pubkey, account }));
}

describe("tribe-localnet", () => {
  it("prints its flags and its version", async () => {
    const help = await outcome("--help");
    expect(help).toMatchObject({ code: 0, err: "" });
    for (const flag of ["--ledger DIR", "--bpf-program", "--account ADDRESS FILE", "--slots-per-epoch"]) {
      expect(help.out).toContain(flag);
    }
    expect(await outcome("-V")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^tribe-localnet \d+\.\d+\.\d+ /),
    });
  });

  it("prints its addresses, keeps the chain over a Ctrl-C, and lists flags that an existing ledger ignores", async () => {
    const to = anyAddress().toBase58();
    const first = await start("--ledger", "kept");
    for (const word of ["ws://", "Genesis hash", "5000 lamports", "kept, new"]) expect(first.said.out).toContain(word);
    const signature = await rpc(first.url, "requestAirdrop", to, 1_000_000_000);
    const genesis = await rpc(first.url, "getGenesisHash");
    expect(first.said.out).toContain(String(genesis));
    expect(await first.stop()).toBe(0);
    const again = await start("--ledger", "kept", "--mint", to);
    expect(again.said.out).toMatch(/^--mint is ignored[\s\S]*kept, resumed at slot/);
    expect(field(await rpc(again.url, "getBalance", to, { commitment: "processed" }), "value")).toBe(1_000_000_000);
    expect(await rpc(again.url, "getGenesisHash")).toBe(genesis);
    expect(field(await rpc(again.url, "getSignatureStatuses", [signature]), "value", 0, "err")).toBeNull();
    expect(await again.stop()).toBe(0);
    const anew = await start("--ledger", "kept", "--reset");
    expect(field(await rpc(anew.url, "getBalance", to, { commitment: "processed" }), "value")).toBe(0);
    expect(await anew.stop()).toBe(0);
  });

  it("starts with accounts and programs from files, programs also by keypair", async () => {
    const [named, own, third, mint] = [0, 1, 2, 3].map(() => anyAddress().toBase58());
    const [id, authority] = [Keypair.generate(), Keypair.generate()];
    const keypair = (name: string, pair: Keypair) => file(name, JSON.stringify([...pair.secretKey]));
    mkdirSync(join(folder.path, "accounts"));
    accountFile("accounts/third.json", String(third));
    accountFile("own.json", String(own), { lamports: 9_007_199_254_740_993n.toString() });
    const exact = readFileSync(join(folder.path, "own.json"), "utf8").replace(/"(9007199254740993)"/, "$1");
    const args = [
      ...["--account", String(named), accountFile("named.json", String(own)), "-", file("own.json", exact)],
      ...["--account-dir", "accounts", "--mint", String(mint), "--slots-per-epoch", "64", "--faucet-sol", "5.5"],
      ...["--bpf-program", keypair("id.json", id), program],
      ...["--upgradeable-program", anyAddress().toBase58(), program, keypair("authority.json", authority)],
    ];
    const { url, said, stop } = await start("--ledger", "seeded", ...args);
    const balance = async (key: unknown) =>
      field(await rpc(url, "getBalance", key, { commitment: "processed" }), "value");
    expect([await balance(named), await balance(third)]).toEqual([7_000_000, 7_000_000]);
    const largest = field(await rpc(url, "getLargestAccounts", { commitment: "processed" }), "value");
    expect(largest).toContainEqual({ address: expect.any(String), lamports: 5_500_000_000 });
    expect(await balance(mint)).toBe(500_000_000_000_000_000);
    const text = await (
      await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "getBalance",
          params: [own, { commitment: "processed" }],
        }),
      })
    ).text();
    expect(text).toContain('"value":9007199254740993');
    const config = { encoding: "base64", commitment: "processed" };
    const found = await rpc(url, "getAccountInfo", id.publicKey.toBase58(), config);
    expect(field(found, "value", "executable")).toBe(true);
    expect(said.out).toContain(`upgraded by ${authority.publicKey.toBase58()}`);
    expect(field(await rpc(url, "getEpochInfo"), "slotsInEpoch")).toBe(64);
    expect(await stop()).toBe(0);
  });

  it("is silent with --quiet, and counts a Ctrl-C that arrives twice as one", async () => {
    const { child, said, ended } = command("--quiet", "--rpc-port", "0", "--ledger", "quiet");
    const ready = await new Promise((resolve) => child.once("message", resolve));
    expect(await (await fetch(`http://127.0.0.1:${field(ready, "rpcPort")}/health`)).text()).toBe("ok");
    child.kill("SIGINT");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(said).toEqual({ out: "", err: "" });
  });
});

describe("tribe-localnet refuses with a message and an exit code", () => {
  it("a port that is taken and a ledger that is in use", async () => {
    const first = await start("--ledger", "first");
    const port = new URL(first.url).port;
    expect(await outcome("--ledger", "other", "--rpc-port", port)).toEqual({
      code: 1,
      out: "",
      err: `tribe-localnet: port ${port} is in use\n`,
    });
    const locked = await outcome("--ledger", "first", "--rpc-port", "0");
    expect(locked.code).toBe(1);
    expect(locked.err).toContain(`the ledger first is in use by process ${first.child.pid}`);
    await first.stop();
  });

  it.each([
    ["an unknown flag", () => ["--ledgr=x"], 2, "did you mean --ledger?"],
    ["a flag of the validator", () => ["--clone", "x"], 2, "--clone of Solana's test validator"],
    ["an address of another machine", () => ["--bind-address", "203.0.113.7"], 1, "can't listen on 203.0.113.7"],
    ["a file system that takes no folder", () => ["--ledger", "/proc/tribe/ledger"], 1, "can't be used"],
    ["a folder that can't be", () => ["--ledger", join(file("plain", "text"), "ledger")], 1, "can't be used"],
    ["a folder of something else", () => ["--ledger", "."], 1, "is no ledger"],
    ["a missing account file", () => ["--account", "-", "nowhere.json"], 1, "nowhere.json is not there"],
    ["an account file that is no JSON", () => ["--account", "-", file("bad.json", "{")], 1, "bad.json is no JSON"],
    [
      "an account without an owner",
      () => ["--account", "-", accountFile("no.json", "x", { owner: 5 })],
      1,
      "no.json has",
    ],
    ["a missing program file", () => ["--bpf-program", anyAddress().toBase58(), "x.so"], 1, "x.so is not there"],
    [
      "a text as program",
      () => ["--bpf-program", anyAddress().toBase58(), file("t.so", "text")],
      1,
      "t.so is no program",
    ],
    [
      "a program that is cut short",
      () => ["--bpf-program", anyAddress().toBase58(), file("c.so", readFileSync(program).subarray(0, 3_000))],
      1,
      "the virtual machine refuses",
    ],
    ["a keypair file that is none", () => ["--bpf-program", file("k.json", "[1]"), program], 1, "k.json is no keypair"],
  ] as const)("%s", async (_name, args, code, words) => {
    const given = args();
    const ledger = given[0] === "--ledger" ? [] : ["--ledger", "refused"];
    const refused = await outcome("--rpc-port", "0", ...ledger, ...given);
    expect(refused).toMatchObject({ code, out: "" });
    expect(refused.err).toContain(words);
    expect(refused.err).not.toContain("    at ");
  });
});
