/** `npm run programs:verify` against a real localnet, as run by a person who trusts neither us nor the cluster. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Localnet, startLocalnet } from "../../packages/localnet/src/index.ts";

const script = fileURLToPath(new URL("../../scripts/programs/verify.mjs", import.meta.url));
const curveFile = fileURLToPath(new URL("../artifacts/curve.so", import.meta.url));
const curve = "j9oMRV4qRU38vYGehTA4XY2HKMrFLL4gUP37osNWZur";
const other = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
const longer = "8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh";
const authority = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
const system = "11111111111111111111111111111111";

const verify = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, [script, "--no-build", ...args], (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: out + err }),
    );
  });

const folder = mkdtempSync(join(tmpdir(), "tribe-verify-"));
let localnet: Localnet;

beforeAll(async () => {
  // one byte of code that differs, and is never executed
  const changed = Buffer.from(readFileSync(curveFile));
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  writeFileSync(join(folder, "changed.so"), changed);
  writeFileSync(join(folder, "longer.so"), Buffer.concat([readFileSync(curveFile), Buffer.alloc(10_240)]));
  localnet = await startLocalnet({
    ledger: join(folder, "ledger"),
    programs: [
      { id: curve, file: curveFile, authority },
      { id: other, file: join(folder, "changed.so") },
      { id: longer, file: join(folder, "longer.so") },
    ],
  });
});

afterAll(async () => {
  await localnet.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("reports that a cluster runs the committed program, by its hash, and who can upgrade it", async () => {
  const { code, output } = await verify("--url", localnet.rpcUrl, "--curve", curve);
  expect(output).toContain("runs the committed program");
  expect(output).toContain(`${authority} can upgrade it`);
  expect(output).toContain(`deployed  ${createHash("sha256").update(readFileSync(curveFile)).digest("hex")}`);
  expect(code).toBe(0);
});

test("ignores the zeros that a loader keeps after a program", async () => {
  const { code, output } = await verify("--url", localnet.rpcUrl, "--curve", longer);
  expect(output).toContain("runs the committed program");
  expect(code).toBe(0);
});

test("reports a difference of one byte, and that nobody can upgrade it", async () => {
  const { code, output } = await verify("--url", localnet.rpcUrl, "--curve", other);
  expect(output).toContain("does NOT run the committed program");
  expect(output).toContain("Nobody can upgrade it");
  expect(code).toBe(1);
});

test("explains an address without a program, a missing account, and a wrong call", async () => {
  const expectFailure = async (message: string, ...args: string[]) => {
    const { code, output } = await verify(...args);
    expect(output).toContain(message);
    expect(code).toBe(1);
  };
  await expectFailure("is no program", "--url", localnet.rpcUrl, "--curve", system);
  await expectFailure("There is no account", "--url", localnet.rpcUrl, "--curve", authority);
  await expectFailure("refused to show", "--url", localnet.rpcUrl, "--curve", "not-an-address");
  await expectFailure("Use: npm run programs:verify", "--curve", curve);
  await expectFailure("Use: npm run programs:verify", "--url", localnet.rpcUrl);
  await expectFailure("Use: npm run programs:verify", "--cluster", "devnet");
});

test("a failing or lying cluster proves nothing", async () => {
  const answers = [
    { status: 500, body: "" },
    {
      status: 200,
      body: JSON.stringify({ result: { value: { owner: system, executable: true, data: ["", "base64"] } } }),
    },
  ];
  for (const { status, body } of answers) {
    const server: Server = createServer((_, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
    const { code } = await verify("--url", `http://127.0.0.1:${address.port}`, "--curve", curve);
    expect(code).toBe(1);
    await new Promise((resolve) => server.close(resolve));
  }
});
