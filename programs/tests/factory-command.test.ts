/** `npm run programs:factory` against a real localnet: set-up and handing over, as `docs/deploy.md` describes them. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Localnet, startLocalnet } from "../../packages/localnet/src/index.ts";

const command = fileURLToPath(new URL("../../scripts/deploy/factory.ts", import.meta.url));
const curve = {
  id: "j9oMRV4qRU38vYGehTA4XY2HKMrFLL4gUP37osNWZur",
  file: fileURLToPath(new URL("../artifacts/curve.so", import.meta.url)),
};
const folder = mkdtempSync(join(tmpdir(), "tribe-factory-"));
let localnet: Localnet;

/** A funded key pair in a file, as Solana's own tools write it. */
const person = (name: string) => {
  const keys = Keypair.generate();
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify([...keys.secretKey]));
  return { address: keys.publicKey.toBase58(), file };
};
const [deployer, superAdmin, admin, successor] = ["deployer", "super", "admin", "successor"].map(person) as [
  Person,
  Person,
  Person,
  Person,
]; // four names give four people
type Person = ReturnType<typeof person>;

const rpc = async (method: string, params: unknown[]) =>
  fetch(localnet.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  }).then((response) => response.json());

const run = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const all = ["--import", "tsx", command, ...args, "--url", localnet.rpcUrl];
    const child = execFile(process.execPath, all, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: out + err }),
    );
  });

beforeAll(async () => {
  localnet = await startLocalnet({
    ledger: join(folder, "ledger"),
    slotMs: 100,
    programs: [{ ...curve, authority: deployer.address }],
  });
  const people = [deployer, superAdmin, admin, successor];
  for (const { address } of people) await rpc("requestAirdrop", [address, 10_000_000_000]);
  const arrived = async () => {
    if ((await rpc("getBalance", [successor.address])).result.value === 0) throw new Error("not yet");
  };
  await vi.waitFor(arrived, { timeout: 20_000 });
});

afterAll(async () => {
  await localnet.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("only the upgrade authority sets the factory up, and only once", async () => {
  expect((await run("show")).output).toContain("has no factory yet");
  const setUp = (by: Person) => run("initialize", admin.address, superAdmin.address, "--keypair", by.file);
  expect(await setUp(successor)).toMatchObject({
    code: 1,
    output: expect.stringContaining("Only the upgrade authority may initialise"),
  });
  expect((await setUp(deployer)).code).toBe(0);
  expect((await setUp(deployer)).code).toBe(1);
  const { output } = await run("show");
  expect(output).toMatch(new RegExp(`^admin +${admin.address}$`, "m"));
  expect(output).toMatch(new RegExp(`^superAdmin +${superAdmin.address}$`, "m"));
});

test("an office changes hands when its new holder accepts", async () => {
  expect((await run("propose-super-admin", successor.address, "--keypair", admin.file)).code).toBe(1);
  expect((await run("propose-super-admin", successor.address, "--keypair", superAdmin.file)).code).toBe(0);
  expect((await run("accept-super-admin", "--keypair", superAdmin.file)).code).toBe(1);
  expect((await run("accept-super-admin", "--keypair", successor.file)).code).toBe(0);
  expect((await run("show")).output).toMatch(new RegExp(`^superAdmin +${successor.address}$`, "m"));
});

test("a multisig gets a message to approve, and nothing is sent", async () => {
  const { code, output } = await run("propose-admin", deployer.address, "--authority", successor.address);
  expect(code).toBe(0);
  expect(output).toMatch(/^[1-9A-HJ-NP-Za-km-z]{200,}\n$/);
  expect((await run("show")).output).toMatch(/^pendingAdmin +1{32}$/m);
});

test("a command that makes no sense is refused in words", async () => {
  for (const args of [["stop"], ["propose-admin"], ["propose-admin", "nobody"], ["accept-admin"], []]) {
    const { code, output } = await run(...args, ...(args[0] === "accept-admin" ? [] : ["--keypair", admin.file]));
    expect(code).toBe(1);
    expect(output).toMatch(/Use:|no address/);
  }
});
