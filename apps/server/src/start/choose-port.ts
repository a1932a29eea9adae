import { readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import * as z from "zod/mini";
import { ConfigError, type Environment } from "../settings/environment.ts";

const tries = 50;

/**
 * A port to listen on: the configured one, which must be free, or the first free one from `wanted` on. `span` requires as
 * many consecutive free ones. @throws ConfigError when the configured one is in use.
 */
const choosePort = async (options: {
  readonly name: string;
  readonly host: string;
  readonly configured: number | undefined;
  readonly wanted: number;
  readonly span?: number;
  readonly taken?: ReadonlySet<number>;
}): Promise<number> => {
  const { configured, wanted, host, span = 1, taken = new Set() } = options;
  const areFree = async (first: number): Promise<boolean> => {
    for (let port = first; port < first + span; port += 1)
      if (taken.has(port) || !(await isFree(port, host))) return false;
    return true;
  };
  if (configured !== undefined && configured !== 0) {
    if (!(await areFree(configured)))
      throw new ConfigError(`Port ${configured} (${options.name}) is in use. Free it, or choose another.`);
    return configured;
  }
  const first = configured === 0 ? 20_000 + Math.floor(Math.random() * 30_000) : wanted;
  for (let port = first; port < first + tries * span; port += span) if (await areFree(port)) return port;
  throw new ConfigError(`No port from ${first} on is free for ${options.name}.`);
};

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });

/** The ports of a start. The chain's PubSub uses the one after its RPC. */
export interface Ports {
  readonly app: number;
  readonly signer: number;
  readonly devkit: number;
  readonly rpc: number;
}

/** Chooses the ports of a start: each the configured one, or the first free one from its default on. */
export const choosePorts = async (environment: Environment): Promise<Ports> => {
  const { TRIBE_HOST } = environment;
  const loopback = "127.0.0.1";
  // A part that needs another port leaves the others' defaults free: browser storage of the wallet frame's origin must not
  // become the app's.
  const usual = { TRIBE_PORT: 3000, TRIBE_SIGNER_PORT: 3001, TRIBE_DEVKIT_PORT: 3002, TRIBE_RPC_PORT: 8899 } as const;
  const taken = new Set<number>();
  const choose = async (
    name: "TRIBE_PORT" | "TRIBE_SIGNER_PORT" | "TRIBE_DEVKIT_PORT" | "TRIBE_RPC_PORT",
    host: string,
    span = 1,
  ): Promise<number> => {
    const wanted = usual[name];
    const others = Object.values(usual).filter((port) => port !== wanted);
    const configured = environment[name];
    const kept = configured === undefined ? new Set([...taken, ...others]) : taken;
    const port = await choosePort({ name, host, configured, wanted, span, taken: kept });
    for (let each = port; each < port + span; each += 1) taken.add(each);
    return port;
  };
  return {
    app: await choose("TRIBE_PORT", TRIBE_HOST),
    signer: await choose("TRIBE_SIGNER_PORT", TRIBE_HOST),
    devkit: await choose("TRIBE_DEVKIT_PORT", loopback),
    // PubSub uses the next port.
    rpc: await choose("TRIBE_RPC_PORT", loopback, 2),
  };
};

/** The file's name in the data folder. */
export const portsFile = "ports.json";

const port = z.int().check(z.minimum(1), z.maximum(65_535));
const portsSchema = z.object({ app: port, signer: port, devkit: port, rpc: port });

/** Stores the ports of a start in its data folder, where the operator's commands find them. */
export const writeChosenPorts = async (dataDir: string, ports: Ports): Promise<void> => {
  const file = join(dataDir, portsFile);
  await writeFile(`${file}.new`, `${JSON.stringify(ports)}\n`);
  await rename(`${file}.new`, file);
};

/** The ports that the last start on this data folder has chosen; null when it never started, or the file can't be read. */
export const readChosenPorts = async (dataDir: string): Promise<Ports | null> => {
  try {
    return portsSchema.parse(JSON.parse(await readFile(join(dataDir, portsFile), "utf8")));
  } catch {
    return null;
  }
};
