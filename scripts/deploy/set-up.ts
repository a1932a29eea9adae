/**
 * `npm run set-up -- FOLDER HOST systemd|compose`: makes in FOLDER all of a new installation that a machine can make: settings, the
 * secrets and keys of each role, the wallet's page, and the proxy's configuration (docs/operate/install.md). It says what only a person
 * can fill in, and goes on when it is run again. It never writes over a secret or a key.
 */
import { createECDH, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { defaultProgramAddress } from "@tribe/chain/accounts";
import { signerConfigSchema } from "@tribe/contract";
import { openInstallation } from "../../apps/server/src/operator/open-installation.ts";
import { readEnvironment } from "../../apps/server/src/settings/environment.ts";
import { roles } from "../../apps/server/src/settings/roles.ts";
import { root, run, runTool } from "../lib/run.mjs";
import { fail, print } from "../lib/terminal.mjs";
import { caddyConfiguration } from "./caddy.ts";
import { nginxConfiguration } from "./nginx.ts";
import { proxySettingsOf } from "./proxy-settings.ts";

/** Where the services of an installation are, as its processes reach them. */
const places = {
  systemd: { database: "127.0.0.1:5432", proxy: { TRIBE_S3_AT: "127.0.0.1:7070" } },
  compose: {
    database: "postgres:5432",
    proxy: {
      TRIBE_WEB_AT: "web:3000",
      TRIBE_KEYS_AT: "keys:3000",
      TRIBE_REALTIME_AT: "realtime:3000",
      TRIBE_S3_AT: "storage:7070",
      TRIBE_LIVEKIT_AT: "livekit:7880",
    },
  },
} as const;
const isKind = (kind: string): kind is keyof typeof places => Object.hasOwn(places, kind);

/** Secrets that only other companies give. The same for every role. */
const givenSecrets = ["SMTP_URL", "X_CLIENT_SECRET", "MOONPAY_SECRET_KEY", "MOONPAY_WEBHOOK_KEY"] as const;

const [folderName, host, kind] = process.argv.slice(2);
if (!folderName || !host || !kind || !isKind(kind))
  fail("npm run set-up -- FOLDER HOST systemd|compose, such as: npm run set-up -- /srv/tribe tribe.example systemd");
const folder = resolve(folderName);
const place = places[kind];

const read = (path: string): string => readFileSync(join(folder, path), "utf8").trim();
/** Writes a file that is not there yet. @returns its text */
const once = (path: string, make: () => string): string => {
  const file = join(folder, path);
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return read(path);
};
const password = () => randomBytes(24).toString("hex");

const makeSecrets = (): void => {
  once("secrets/all/VAPID_PRIVATE_KEY", () => {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    return pair.getPrivateKey("base64url");
  });
  const own = ["TRIBE_METRICS_TOKEN", "S3_SECRET_ACCESS_KEY", ...(kind === "compose" ? ["LIVEKIT_API_SECRET"] : [])];
  for (const name of own) once(`secrets/all/${name}`, password);
  for (const name of givenSecrets) once(`secrets/all/${name}`, () => "");
  const accounts = ["owner", ...roles].map((role) => ({ role, secret: once(`secrets/database/${role}`, password) }));
  for (const { role, secret } of accounts)
    once(`secrets/${role}/DATABASE_URL`, () => `postgres://tribe_${role}:${secret}@${place.database}/tribe`);
  once("secrets/postgres/POSTGRES_PASSWORD", password);
  once("secrets/postgres/passwords.sql", () =>
    accounts.map(({ role, secret }) => `alter role tribe_${role} password '${secret}';\n`).join(""),
  );
  once(
    "secrets/storage.env",
    () => `ROOT_ACCESS_KEY=tribe\nROOT_SECRET_KEY=${read("secrets/all/S3_SECRET_ACCESS_KEY")}\n`,
  );
  if (kind === "compose")
    once("secrets/livekit.env", () => `LIVEKIT_KEYS=tribe: ${read("secrets/all/LIVEKIT_API_SECRET")}\n`);
};

/** The settings that all roles share, made of the example. */
const makeSettings = (): Readonly<Record<string, string | undefined>> => {
  const text = once("tribe.env", () => {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(read("secrets/all/VAPID_PRIVATE_KEY"), "base64url");
    return readFileSync(join(root, "deploy/tribe.env"), "utf8")
      .replaceAll("tribe.example", host)
      .replace("VAPID_PUBLIC_KEY=", `VAPID_PUBLIC_KEY=${pair.getPublicKey("base64url")}`);
  });
  return parseEnv(text);
};

/** Gives each role its copies of the secrets that all have. */
const handOutSecrets = (): void => {
  for (const role of roles) {
    const names = [
      "VAPID_PRIVATE_KEY",
      "TRIBE_METRICS_TOKEN",
      "S3_SECRET_ACCESS_KEY",
      "LIVEKIT_API_SECRET",
      ...givenSecrets,
    ];
    for (const name of names)
      if (existsSync(join(folder, "secrets/all", name)))
        writeFileSync(join(folder, "secrets", role, name), read(`secrets/all/${name}`), { mode: 0o600 });
  }
};

const must = async (what: string, running: ReturnType<typeof run>): Promise<void> => {
  const { code, output } = await running;
  if (code !== 0) fail(`${what}:\n${output.trim()}`);
};

/** Makes the keys, and gives each role its own. @returns the public ones that the wallet's page is built with */
const makeKeys = async (): Promise<Readonly<Record<"admin" | "superAdmin" | "attestationKey", string>>> => {
  const installation = await openInstallation(readEnvironment({ TRIBE_DATA_DIR: join(folder, "keys/all") }));
  try {
    await installation.makeKeys();
    const handOut = ["deploy/hand-out-keys.sh", join(folder, "keys/all/keys"), join(folder, "keys/%")];
    await must("The keys could not be handed out", run("sh", handOut, { quiet: true }));
    return {
      admin: (await installation.admin()).address,
      superAdmin: (await installation.superAdmin()).address,
      attestationKey: await installation.attestationKey(),
    };
  } finally {
    await installation.close();
  }
};

/** Builds the wallet's page with this installation's key, and tells it where things are. */
const makeSignerPage = async (
  env: Readonly<Record<string, string | undefined>>,
  { admin, attestationKey }: Awaited<ReturnType<typeof makeKeys>>,
): Promise<void> => {
  const page = join(folder, "signer");
  const options = { quiet: true, cwd: join(root, "apps/signer") };
  await must(
    "The wallet's page did not build",
    runTool("vite/bin/vite.js", ["build", "--outDir", page, "--emptyOutDir"], {
      ...options,
      env: { NODE_ENV: "production", VITE_ATTESTATION_KEY: attestationKey },
    }),
  );
  const config = signerConfigSchema.parse({
    appOrigin: env.TRIBE_PUBLIC_URL,
    apiOrigin: env.TRIBE_KEYS_URL ?? env.TRIBE_PUBLIC_URL,
    programAddress: env.PROGRAM_ADDRESS ?? defaultProgramAddress,
    adminAddress: admin,
    rpcUrl: env.SIGNER_RPC_URL ?? env.RPC_PUBLIC_URL ?? env.RPC_URL,
    secondRpcUrl: env.SIGNER_SECOND_RPC_URL ?? null,
    lookupTable: env.LOOKUP_TABLE ?? null,
    // Trusted on localhost alone.
    attestationKey,
  });
  writeFileSync(join(page, "config.json"), `${JSON.stringify(config, null, 2)}\n`);
};

// Where an operator puts the upgrade authority's key pair as super-admin.json.
mkdirSync(join(folder, "keys/all/keys"), { recursive: true, mode: 0o700 });
makeSecrets();
const env = makeSettings();
const empty = [
  ...givenSecrets.filter((name) => read(`secrets/all/${name}`) === "").map((name) => `secrets/all/${name}`),
  ...Object.entries(env).flatMap(([name, value]) => (value === "" ? [`${name} in tribe.env`] : [])),
];
if (empty.length > 0)
  fail(
    `Fill in below ${folder}, and run this again:\n  ${empty.join("\n  ")}\nCheck tribe.env, too: RPC_URL is a public node.`,
  );
handOutSecrets();
const keys = await makeKeys();
await makeSignerPage(env, keys);
mkdirSync(join(folder, "proxy"), { recursive: true });
const proxy = proxySettingsOf({
  ...env,
  ...place.proxy,
  LIVEKIT_URL: kind === "compose" ? `wss://live.${host}` : env.LIVEKIT_URL,
});
writeFileSync(join(folder, "proxy/Caddyfile"), caddyConfiguration(proxy));
writeFileSync(join(folder, "proxy/tribe.conf"), nginxConfiguration(proxy));
if (kind === "compose") {
  for (const name of ["files/buckets/tribe", "files/sidecar"]) mkdirSync(join(folder, name), { recursive: true });
  // The users of the images: ours and the storage's, and PostgreSQL's.
  if (process.getuid?.() === 0) {
    await must(
      "chown",
      run("chown", ["-R", "10001:10001", ...["keys", "files", "secrets"].map((each) => join(folder, each))]),
    );
    await must("chown", run("chown", ["-R", "999:999", join(folder, "secrets/postgres")]));
  }
}
print(
  `${folder} is complete. Both need SOL before setup-factory: admin ${keys.admin}, super admin ${keys.superAdmin}.`,
);
print("Keep keys/all off this machine once it is backed up: it has the super admin's key.");
