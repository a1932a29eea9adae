import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnvironment, unknownVariables } from "./environment.ts";
import { parseRoles, rolesToRun } from "./roles.ts";

test("an empty environment starts the whole product on this machine", () => {
  expect(readEnvironment({ TRIBE_PORT: "" })).toMatchObject({ TRIBE_MODE: "local", TRIBE_HOST: "127.0.0.1" });
});

test("every invalid setting is reported with its rule, without secrets", () => {
  const read = () =>
    readEnvironment({ TRIBE_PORT: "99999", TRIBE_PUBLIC_URL: "tribe.example", DATABASE_URL: "mysql://u:hunter2@h/d" });
  expect(read).toThrow(/TRIBE_PORT/);
  expect(read).toThrow(/TRIBE_PUBLIC_URL must be an origin/);
  expect(read).toThrow(/DATABASE_URL must be a URL that starts with postgres/);
  expect(read).not.toThrow(/hunter2/);
});

test("a setting may stand in a file, as secrets of containers do; both, or a file that is not there, are faults without the secret", () => {
  const folder = mkdtempSync(join(tmpdir(), "tribe-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "url");
  writeFileSync(file, "postgres://u:hunter2@h/d\n");
  expect(readEnvironment({ DATABASE_URL_FILE: file }).DATABASE_URL).toBe("postgres://u:hunter2@h/d");
  const both = () => readEnvironment({ DATABASE_URL_FILE: file, DATABASE_URL: "postgres://u:hunter3@h/d" });
  expect(both).toThrow(/DATABASE_URL and DATABASE_URL_FILE are both set/);
  expect(both).not.toThrow(/hunter/);
  expect(() => readEnvironment({ DATABASE_URL_FILE: join(folder, "none") })).toThrow(
    /DATABASE_URL_FILE names a file that can't be read: .*none \(ENOENT\)/,
  );
  writeFileSync(file, "mysql://u:hunter2@h/d");
  expect(() => readEnvironment({ DATABASE_URL_FILE: file })).toThrow(/DATABASE_URL must be a URL .*\(it is "…"\)/);
});

test("a misspelt variable is found, a setting in a file and others' variables are not", () => {
  const env = {
    TRIBE_PUBLC_URL: "x",
    TRIBE_PUBLIC_URL_FILE: "/a",
    TRIBE_MODE: "local",
    PATH: "/bin",
    TRIBE_X_FILE: "/b",
  };
  expect(unknownVariables(env)).toEqual(["TRIBE_PUBLC_URL", "TRIBE_X_FILE"]);
});

test("swaps use our own pool, or Jupiter at a valid URL", () => {
  expect(readEnvironment({})).toMatchObject({ SWAP_PROVIDER: "pool", JUPITER_API_URL: "https://api.jup.ag/swap/v1" });
  expect(readEnvironment({ SWAP_PROVIDER: "jupiter" }).SWAP_PROVIDER).toBe("jupiter");
  expect(() => readEnvironment({ SWAP_PROVIDER: "anybody" })).toThrow(/SWAP_PROVIDER/);
  expect(() => readEnvironment({ JUPITER_API_URL: "api.jup.ag" })).toThrow(/JUPITER_API_URL must be a URL/);
});

test("production requires every engine and names missing ones", () => {
  expect(() => readEnvironment({ TRIBE_MODE: "production" })).toThrow(/DATABASE_URL is needed in production/);
});

test("the embedded chain's slots are a whole number of milliseconds, and its clock can be moved only with a setting", () => {
  expect(readEnvironment({ TRIBE_SLOT_MS: "50" })).toMatchObject({ TRIBE_SLOT_MS: 50, TRIBE_WARP: "off" });
  expect(() => readEnvironment({ TRIBE_SLOT_MS: "0" })).toThrow(/TRIBE_SLOT_MS/);
  expect(() => readEnvironment({ TRIBE_WARP: "maybe" })).toThrow(/TRIBE_WARP/);
});

test("unknown roles are refused", () => {
  expect([...parseRoles("web, realtime")]).toEqual(["web", "realtime"]);
  expect(() => parseRoles("web,king")).toThrow(/"king" is none of them/);
});

test("pages and wallets share a process locally, and never in production", () => {
  const all = parseRoles(undefined);
  const local = { TRIBE_MODE: "local", TRIBE_KEYS_SOCKET: undefined, TRIBE_CO_SIGNER_URL: undefined } as const;
  const production = {
    TRIBE_MODE: "production",
    TRIBE_KEYS_SOCKET: undefined,
    TRIBE_CO_SIGNER_URL: undefined,
  } as const;
  expect([...rolesToRun(all, local)]).toContain("keys");
  expect([...rolesToRun(parseRoles("web"), local)]).toEqual(["web", "keys"]);
  expect([...rolesToRun(parseRoles("web"), { ...local, TRIBE_KEYS_SOCKET: "k.sock" })]).toEqual(["web"]);
  expect([...rolesToRun(parseRoles("worker"), local)]).toEqual(["worker"]);
  for (const together of [all, parseRoles("web,keys"), parseRoles("web,realtime,worker,indexer")])
    expect(() => rolesToRun(together, production)).toThrow("apart from keys and worker");
  for (const one of ["web", "keys,worker", "web,realtime,indexer"])
    expect([...rolesToRun(parseRoles(one), production)]).toEqual(one.split(","));
});

/** A valid production environment. */
const complete = {
  TRIBE_MODE: "production",
  DATABASE_URL: "postgres://u:p@db/tribe?sslmode=verify-full",
  RPC_URL: "https://rpc.example",
  SMTP_URL: "smtp://mail.example",
  X_CLIENT_ID: "id",
  X_CLIENT_SECRET: "x".repeat(32),
  MOONPAY_PUBLISHABLE_KEY: "pk_live",
  MOONPAY_WEBHOOK_KEY: "wk_live",
  VAPID_PUBLIC_KEY: `B${"A".repeat(86)}`,
  VAPID_PRIVATE_KEY: "A".repeat(43),
  VAPID_SUBJECT: "mailto:ops@tribe.example",
  MOONPAY_SECRET_KEY: "c".repeat(32),
};

test("production accepts only https origins on two hosts", () => {
  const read = (app: string, signer: string) =>
    readEnvironment({ ...complete, TRIBE_PUBLIC_URL: app, TRIBE_SIGNER_URL: signer });
  expect(read("https://tribe.example", "https://signer.tribe.example").TRIBE_MODE).toBe("production");
  expect(() => read("http://tribe.example", "https://signer.tribe.example")).toThrow(/TRIBE_PUBLIC_URL must begin/);
  expect(() => read("https://tribe.example", "http://signer.tribe.example")).toThrow(/TRIBE_SIGNER_URL must begin/);
  expect(() => read("https://tribe.example", "https://tribe.example:8443")).toThrow(/another host/);
});

test("production refuses unencrypted links to other machines, unless the operator declares their network private", () => {
  const links = { TRIBE_PUBLIC_URL: "https://tribe.example", TRIBE_SIGNER_URL: "https://signer.tribe.example" };
  const read = (change: Record<string, string>) => readEnvironment({ ...complete, ...links, ...change });
  const open = {
    DATABASE_URL: "postgres://u:hunter2@db/tribe",
    NATS_URL: "nats://bus:4222",
    RPC_URL: "http://rpc.example",
    RPC_WS_URL: "ws://rpc.example",
    SIGNER_RPC_URL: "http://rpc.example",
    OPTIMISM_RPC_URL: "http://optimism.example",
    S3_ENDPOINT: "http://files.example",
    KMS_ENDPOINT: "http://kms.example",
    GOOGLE_ISSUER: "http://accounts.example",
    CLAMD_URL: "tcp://scan:3310",
  };
  for (const [name, value] of Object.entries(open)) {
    expect(() => read({ [name]: value }), name).toThrow(new RegExp(`${name} must (begin|end) with .* in production`));
    const { hostname } = new URL(value);
    expect(read({ [name]: value, TRIBE_PRIVATE_HOSTS: `other, ${hostname}` })).toMatchObject({ [name]: value });
    expect(() => read({ [name]: value, TRIBE_PRIVATE_HOSTS: `x${hostname},${hostname}.evil` }), name).toThrow(name);
    for (const own of ["127.0.0.1", "localhost", "[::1]", "127.8.8.8"])
      expect(read({ [name]: value.replace(hostname, own) })).toMatchObject({ TRIBE_MODE: "production" });
  }
  for (const mode of ["disable", "prefer", "require", "no-verify", "verify-ca", ""])
    expect(() => read({ DATABASE_URL: `postgres://db/tribe?sslmode=${mode}` }), mode).toThrow(/sslmode=verify-full/);
  expect(() => read({ DATABASE_URL: open.DATABASE_URL })).not.toThrow(/hunter2/);
  expect(read({ DATABASE_URL: "postgres:///tribe?host=/run/postgresql" })).toMatchObject({ TRIBE_MODE: "production" });
  expect(readEnvironment(open)).toMatchObject({ TRIBE_MODE: "local" });
});
