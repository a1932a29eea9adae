import { createServer } from "node:net";
import { ConfigError } from "../config.ts";

const tries = 50;

/**
 * A port to listen on: the configured one, which must be free, or the first free one from `wanted` on.
 * `span` asks for as many free ones in a row. @throws ConfigError when the configured one is taken.
 */
export const choosePort = async (options: {
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
