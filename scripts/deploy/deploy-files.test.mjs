import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { roles } from "../../apps/server/src/settings/roles.ts";
import { settings } from "../../apps/server/src/settings/settings.ts";
import { keysOfRole } from "../../apps/server/src/start/role-keys.ts";
import { root } from "../lib/run.mjs";
import { exampleSettings } from "./proxy-rules.ts";

const folder = join(root, "deploy");
const read = (/** @type {string} */ path) => readFileSync(join(folder, path), "utf8");
/** The lines that say something. */
const code = (/** @type {string} */ path) =>
  read(path)
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join("\n");

const kubernetes = readdirSync(join(folder, "kubernetes"))
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => `kubernetes/${name}`);
const environments = ["tribe.env", "kubernetes/tribe.env", ...roles.map((role) => `systemd/roles/${role}.env`)];
const units = ["systemd/tribe@.service", "systemd/tribe-migrate.service", "systemd/tribe-storage.service"];

/** Names of others' images and of the files themselves. */
const ofOthers =
  /^(NODE_ENV|POSTGRES_PASSWORD|POSTGRES_PASSWORD_FILE|ROOT_ACCESS_KEY|ROOT_SECRET_KEY|TRIBE_FOLDER|TRIBE_IMAGE|TRIBE_DOMAIN|TCP|UDP|CMD|ALL|CHOWN|SETUID|SETGID|DAC_OVERRIDE|FOWNER|NET_BIND_SERVICE|PASSWORD|HOST|USER)$/;

test.each([...environments, ...units, "compose.yaml", "image/Dockerfile", ...kubernetes])(
  "%s names only settings that there are",
  (path) => {
    // Upper case with an underscore, as settings are written: whole words that no lower-case letter touches.
    const named = new Set(
      [...code(path).matchAll(/(?<![\w.%$-])([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?![\w-])/g)].map(([, name = ""]) => name),
    );
    const unknown = [...named].filter(
      (name) => !ofOthers.test(name) && !Object.hasOwn(settings, name.replace(/_FILE$/, "")) && !/^AF_/.test(name),
    );
    expect(unknown).toEqual([]);
  },
);

const required = Object.entries(settings).flatMap(([name, setting]) =>
  "production" in setting && setting.production === "required" ? [name] : [],
);
/** Those that `npm run set-up` makes or asks for. */
const secrets = [...read("systemd/tribe@.service").matchAll(/^LoadCredential=(\w+):/gm)].map(([, name = ""]) => name);

test("every setting that production needs is in the shared settings or a secret, in each of the three ways to run it", () => {
  const shared = Object.keys(parseEnv(read("tribe.env")));
  for (const [way, given] of /** @type {const} */ ([
    ["systemd", [...shared, ...secrets]],
    ["compose", [...shared, ...[...read("compose.yaml").matchAll(/^ {2}(\w+)_FILE:/gm)].map(([, name]) => name)]],
    [
      "kubernetes",
      [
        ...Object.keys(parseEnv(read("kubernetes/tribe.env"))),
        "DATABASE_URL",
        ...[...read("kubernetes/secrets.example.yaml").matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name),
      ],
    ],
  ]))
    expect([way, required.filter((name) => !given.includes(name))]).toEqual([way, []]);
});

test("a unit gives each secret of its role as the file of the setting of that name", () => {
  const unit = read("systemd/tribe@.service");
  for (const name of secrets) {
    expect(unit).toContain(`LoadCredential=${name}:/etc/tribe/secrets/%i/${name}\n`);
    expect(unit).toMatch(new RegExp(`[= ]${name}_FILE=%d/${name}(\\s|$)`));
  }
});

test("the script gives each role the keys that it opens, and no others", () => {
  const given = Object.fromEntries(
    [...read("hand-out-keys.sh").matchAll(/^hand_out (\w+)(.*)$/gm)].map(([, role, files = ""]) => [
      role,
      files.trim().split(" ").filter(Boolean).sort(),
    ]),
  );
  const opened = Object.fromEntries(
    roles.map((role) => [
      role,
      keysOfRole[role].map((name) => (name === "admin" ? "admin.json" : `${name}.key`)).sort(),
    ]),
  );
  expect(given).toEqual(opened);
});

test("the units' processes listen where the proxies look for them, each at a port of its own", () => {
  const ports = Object.fromEntries(
    roles.map((role) => [role, parseEnv(read(`systemd/roles/${role}.env`)).TRIBE_PORT ?? ""]),
  );
  for (const role of /** @type {const} */ (["web", "keys", "realtime"]))
    expect(exampleSettings[role]).toEqual([`127.0.0.1:${ports[role]}`]);
  expect(new Set(Object.values(ports)).size).toBe(roles.length);
  const sockets = ["web", "keys"].map((role) => parseEnv(read(`systemd/roles/${role}.env`)).TRIBE_KEYS_SOCKET);
  expect(new Set(sockets).size).toBe(1);
});

test("each role is a user, a service and a deployment, and a process of its own", () => {
  const [users, compose] = [read("systemd/sysusers.conf"), read("compose.yaml")];
  for (const role of roles) {
    expect(users).toContain(`u tribe-${role} `);
    expect(compose).toMatch(new RegExp(`^ {2}${role}:\\n {4}<<: \\*role\\n {4}command: \\[${role}\\]$`, "m"));
    const deployment = read(`kubernetes/${role}.yaml`);
    expect(deployment).toContain(`args: [${role}]`);
    expect(deployment).toContain(`key: ${role} }`);
    expect(deployment).toContain("kind: PodDisruptionBudget");
  }
  // While their state is files or memory of one process.
  for (const role of ["keys", "realtime"])
    expect(read(`kubernetes/${role}.yaml`)).toContain("replicas: 1\n  strategy: { type: Recreate }");
  expect(kubernetes.filter((path) => read(path).includes("kind: HorizontalPodAutoscaler"))).toEqual([
    "kubernetes/web.yaml",
  ]);
});

test("stopping waits longer than a process drains and finishes what is under way", () => {
  const drain = Number(parseEnv(read("tribe.env")).TRIBE_DRAIN_SECONDS);
  const waits = [
    /TimeoutStopSec=(\d+)/.exec(read("systemd/tribe@.service")),
    /x-role:[\s\S]*?stop_grace_period: (\d+)s/.exec(read("compose.yaml")),
    /terminationGracePeriodSeconds: (\d+)/.exec(read("kubernetes/every-role.yaml")),
  ].map((found) => Number(found?.[1]));
  // `stopTimeoutMs` of main.ts is 20 s.
  for (const seconds of waits) expect(seconds).toBeGreaterThan(drain + 20);
});

test("Caddy refuses the operator's own paths before it passes anything on: it runs `handle` before `respond`", () => {
  const app = read("caddy/Caddyfile").split(/^https:/m)[1] ?? "";
  expect(app.indexOf("handle @private {")).toBeGreaterThan(0);
  expect(app.indexOf("handle @private {")).toBeLessThan(app.indexOf("reverse_proxy"));
});

test("all containers of the composition are hardened", () => {
  const services =
    code("compose.yaml")
      .split(/^services:$/m)[1]
      ?.split(/^networks:$/m)[0] ?? "";
  const each = services.split(/^ {2}(?=\w+:$)/m).filter((text) => text.trim());
  expect(each.length).toBeGreaterThan(roles.length);
  for (const service of each) expect(service).toMatch(/<<: \*(role|hardened)/);
  expect(read("compose.yaml")).toMatch(
    /x-hardened: &hardened[\s\S]*read_only: true[\s\S]*cap_drop: \[ALL\][\s\S]*no-new-privileges:true[\s\S]*pids_limit/,
  );
});
