import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Certificate } from "../../../scripts/deploy/proxy-rules.ts";
import { ensurePrograms } from "../../../scripts/lib/debian.mjs";

const run = promisify(execFile);

/** A program of another that runs beside the product. */
export interface Service {
  output(): string;
  stop(): Promise<void>;
}

/** Whether something listens there. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.unref();
  }).then((answer) => answer === true);

const start = async (
  program: string,
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Service> => {
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-20_000);
    });
  const ended = once(child, "exit");
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}:\n${printed}`);
    await wait(50);
  }
  return {
    output: () => printed,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
};

/** NATS, as Debian has it. */
export const startNats = async (port: number): Promise<Service> => {
  const programs = await ensurePrograms({ "nats-server": "nats-server" }, "NATS");
  return start(programs["nats-server"], ["--addr", "127.0.0.1", "--port", String(port)], port);
};

/** An S3 server on a folder: versitygw, installed or built with Go, as the tests of files use it. */
export const startStorage = async (
  port: number,
  { folder, key, secret, bucket }: Readonly<Record<"folder" | "key" | "secret" | "bucket", string>>,
): Promise<Service> => {
  const cache = new URL("../../../node_modules/.cache/", import.meta.url).pathname;
  const program = process.env.VERSITYGW ?? join(cache, "versitygw");
  if (!existsSync(program))
    await run("go", ["install", "github.com/versity/versitygw/cmd/versitygw@v1.8.0"], {
      env: { ...process.env, GOBIN: cache },
    });
  const [buckets, sidecar] = [join(folder, "buckets"), join(folder, "sidecar")];
  await mkdir(join(buckets, bucket), { recursive: true });
  await mkdir(sidecar, { recursive: true });
  const where = ["--port", `127.0.0.1:${port}`, "posix", "--sidecar", sidecar, buckets];
  return start(program, ["--access", key, "--secret", secret, ...where], port);
};

/** A certificate for the host and all below it, that signs itself. */
export const makeCertificate = async (folder: string, host: string): Promise<Certificate> => {
  const [chain, key] = [join(folder, "tls.pem"), join(folder, "tls.key")];
  await run("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
    ...["-keyout", key, "-out", chain, "-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host},DNS:*.${host}`],
  ]);
  return { chain, key };
};

/** nginx, as Debian has it, with our configuration in its `http` block. */
export const startNginx = async (folder: string, configuration: string, port: number): Promise<Service> => {
  const { nginx } = await ensurePrograms({ nginx: "nginx-light" }, "the proxy");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "tribe.conf"), configuration);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  await writeFile(
    join(folder, "nginx.conf"),
    `user root;\ndaemon off;\npid ${join(folder, "pid")};\nerror_log ${join(folder, "error.log")};\nevents {}\n` +
      `http {\naccess_log ${join(folder, "access.log")};\n${places.join("\n")}\ninclude ${join(folder, "tribe.conf")};\n}\n`,
  );
  const args = ["-p", folder, "-c", join(folder, "nginx.conf")];
  await run(nginx, [...args, "-t"]);
  return start(nginx, args, port);
};

/** Caddy, as Debian has it, with our configuration and this certificate instead of one from outside. */
export const startCaddy = async (
  folder: string,
  configuration: string,
  { port, certificate }: { readonly port: number; readonly certificate: Certificate },
): Promise<Service> => {
  const { caddy } = await ensurePrograms({ caddy: "caddy" }, "the proxy");
  await mkdir(folder, { recursive: true });
  const ownCertificate = configuration.replace(
    /^(https:\S+ \{)$/gm,
    `$1\n\ttls ${certificate.chain} ${certificate.key}`,
  );
  const options = "{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port 0\n}\n";
  const file = join(folder, "Caddyfile");
  await writeFile(file, options + ownCertificate);
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return start(caddy, ["run", "--adapter", "caddyfile", "--config", file], port, home);
};
