import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { anyAddress, field, POLL_TIMEOUT, temporaryFolder } from "../support.ts";

const bin = fileURLToPath(new URL("../../bin/tribe-localnet.mjs", import.meta.url));
const folder = temporaryFolder();
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  folder.remove();
});

/** Runs the command with a limit on file sizes (KiB): a write then fails as on a full disk. */
async function start(kib: number | "unlimited") {
  // Without a listener the signal that comes with such a failure ends the process before the write can fail.
  const deaf = `--import=data:text/javascript,process.on("SIGXFSZ",()=>undefined)`;
  const words = [
    process.execPath,
    deaf,
    bin,
    "--rpc-port",
    "0",
    "--slot-ms",
    "100",
    "--ledger",
    join(folder.path, "l"),
  ];
  const shell = ["-c", `ulimit -f ${kib}; exec "$@"`, "sh", ...words];
  const child = spawn("bash", shell, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const output = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  await expect.poll(() => output.out + output.err, POLL_TIMEOUT).toContain("Ctrl-C");
  return { child, said: output, ended, url: /http:\/\/\S+/.exec(output.out)?.[0] ?? "" };
}

async function rpc(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return field(await (await fetch(url, { method: "POST", headers, body })).json(), "result");
}

it("exits with a message when its journal cannot be written, and has kept everything that it answered", async () => {
  const address = anyAddress();
  const lamports = 1_000_000;
  const full = await start(200);
  let answered = 0;
  while (answered < 5_000) {
    const signature = await rpc(full.url, "requestAirdrop", address, lamports).catch(() => undefined);
    if (signature === undefined) break;
    answered++;
  }
  expect(answered).toBeGreaterThan(0);
  expect(await full.ended).toBe(1);
  expect(full.said.err).toMatch(/^tribe-localnet: the journal can't be written: EFBIG: .*; .*start again\n$/);
  // Torn in the middle of a record.
  expect(statSync(join(folder.path, "l", "journal.bin")).size).toBe(200 * 1024);

  const roomy = await start("unlimited");
  const balance = () => rpc(roomy.url, "getBalance", address, { commitment: "processed" });
  expect(field(await balance(), "value")).toBe(answered * lamports);
  expect(await rpc(roomy.url, "requestAirdrop", address, lamports)).toBeTypeOf("string");
  expect(field(await balance(), "value")).toBe((answered + 1) * lamports);
  roomy.child.kill("SIGINT");
  expect(await roomy.ended).toBe(0);
});
