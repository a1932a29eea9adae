/** `npm run programs:factory` against a real localnet: set-up and handover, as described in `docs/deploy.md`. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { address, createNoopSigner, createSolanaRpc, getBase58Encoder } from "@solana/kit";
import { Keypair, VersionedMessage } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Localnet, startLocalnet } from "../../packages/localnet/src/index.ts";
import { instructionFor } from "../../scripts/deploy/factory-instructions.ts";
import { curveIdl, type Values } from "./support/idl.ts";

const command = fileURLToPath(new URL("../../scripts/deploy/factory.ts", import.meta.url));
const curve = {
  id: "j9oMRV4qRU38vYGehTA4XY2HKMrFLL4gUP37osNWZur",
  file: fileURLToPath(new URL("../artifacts/curve.so", import.meta.url)),
};
const folder = mkdtempSync(join(tmpdir(), "tribe-factory-"));
let localnet: Localnet;

/** A funded key pair in a file, in the format of Solana's tools. */
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

test("only the upgrade authority can set the factory up, and only once", async () => {
  expect((await run("show")).output).toContain("has no factory yet");
  const setUp = (by: Person) =>
    run("initialize", admin.address, "--super-admin", superAdmin.file, "--keypair", by.file);
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

test("an office is handed over when its new holder accepts", async () => {
  expect((await run("propose-super-admin", successor.address, "--keypair", admin.file)).code).toBe(1);
  expect((await run("propose-super-admin", successor.address, "--keypair", superAdmin.file)).code).toBe(0);
  expect((await run("accept-super-admin", "--keypair", superAdmin.file)).code).toBe(1);
  expect((await run("accept-super-admin", "--keypair", successor.file)).code).toBe(0);
  expect((await run("show")).output).toMatch(new RegExp(`^superAdmin +${successor.address}$`, "m"));
});

/** The data of a printed base58 message's one instruction. */
const dataIn = (output: string): Buffer => {
  const message = VersionedMessage.deserialize(Uint8Array.from(getBase58Encoder().encode(output.trim())));
  const [instruction, ...more] = message.compiledInstructions;
  if (instruction === undefined || more.length > 0) throw new Error("one instruction");
  expect(message.staticAccountKeys[0]?.toBase58()).toBe(successor.address);
  return Buffer.from(instruction.data);
};

const settings: readonly [string[], string, Values][] = [
  [["propose-admin", deployer.address], "proposeAdmin", { proposed: deployer.address }],
  [["propose-super-admin", deployer.address], "proposeSuperAdmin", { proposed: deployer.address }],
  [["accept-admin"], "acceptAdmin", {}],
  [["accept-super-admin"], "acceptSuperAdmin", {}],
  [["pause"], "pause", {}],
  [["unpause"], "unpause", {}],
  [["stop-sells"], "stopSells", {}],
  [["set-guardian", deployer.address], "setGuardian", { guardian: deployer.address }],
  [["pause-as-guardian"], "pauseAsGuardian", {}],
  [["stop-sells-as-guardian"], "stopSellsAsGuardian", {}],
  [
    ["update-fees", "referral=50", "creator-sell=0"],
    "updateFees",
    {
      ...{ referralFee: 50n, affiliateFee: 100n, discountFee: 20n, platformBuyFee: 200n, platformSellFee: 200n },
      ...{ creatorBuyFee: 200n, creatorSellFee: 0n },
    },
  ],
  [["apply-fees"], "applyFees", {}],
  [["update-coefficient", "6000000"], "updateCoefficient", { bondingCurveCoeff: 6_000_000n }],
  [["update-bonuses", "1", "2"], "updateBonuses", { referralTokenBonus: 1n, affiliateTokenBonus: 2n }],
  [["set-fee-receiver", deployer.address], "setFeeReceiver", {}],
  [["set-withdraw-receiver", deployer.address], "setWithdrawReceiver", {}],
  [["grant-allowance", "7"], "grantAllowance", { allowance: 7n }],
  [["withdraw", "7"], "withdraw", { lamports: 7n }],
];

test.each(settings.map(([command, instruction, values]) => ({ command, instruction, values })))(
  "the command for $instruction builds the instruction",
  async ({ command: [name = "", ...args], instruction, values }) => {
    const signer = createNoopSigner(address(successor.address));
    const context = { signer, programAddress: address(curve.id), rpc: createSolanaRpc(localnet.rpcUrl) };
    const made = await instructionFor(name, args, context);
    expect(made.programAddress).toBe(curve.id);
    expect(Buffer.from(made.data ?? [])).toEqual(curveIdl.data(instruction, values));
    // anybody can apply the announced fees
    if (instruction !== "applyFees")
      expect(made.accounts?.map((account) => account.address)).toContain(successor.address);
  },
);

test("a multisig gets a message to approve, for settings as well, and nothing is sent", async () => {
  const before = (await run("show")).output;
  for (const [command, name, args] of settings.filter(
    ([[name]]) => name === "propose-admin" || name === "update-fees",
  )) {
    const { code, output } = await run(...command, "--authority", successor.address);
    expect(output, command.join(" ")).toMatch(/^[1-9A-HJ-NP-Za-km-z]{150,}\n$/);
    expect(code).toBe(0);
    expect(dataIn(output), command.join(" ")).toEqual(curveIdl.data(name, args));
  }
  expect((await run("show")).output).toBe(before);
});

test("the super admin changes a setting within the program's bounds", async () => {
  const set = (...command: string[]) => run(...command, "--keypair", successor.file);
  expect((await set("update-fees", "creator-buy=150")).code).toBe(0);
  expect((await set("update-fees", "creator-sell=300")).code).toBe(0);
  expect(await set("apply-fees")).toMatchObject({ code: 1, output: expect.stringContaining("FeesNotDue") });
  expect(await set("update-fees", "creator-buy=1001")).toMatchObject({
    code: 1,
    output: expect.stringContaining("Error Number: 60"),
  });
  const { output } = await run("show");
  expect(output).toMatch(/^creatorBuyFee +150$/m);
  expect(output).toMatch(/^creatorSellFee +200$/m);
  expect(output).toMatch(/^announcedCreatorSellFee +300$/m);
});

test("an invalid command is refused with an explanation", async () => {
  for (const args of [
    ["stop"],
    ["propose-admin"],
    ["propose-admin", "nobody"],
    ["accept-admin"],
    ["update-fees", "tip=3"],
    ["withdraw", "1.5"],
    [],
  ]) {
    const { code, output } = await run(...args, ...(args[0] === "accept-admin" ? [] : ["--keypair", admin.file]));
    expect(code).toBe(1);
    expect(output).toMatch(/Use:|no address|no fee|no whole number/);
  }
});
