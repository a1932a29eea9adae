import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Ports } from "./choose-port.ts";

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
