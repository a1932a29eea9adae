import { readFileSync } from "node:fs";
import { API_VERSION } from "./rpc/context.ts";

/** Versions in one line: of the command, of the interface it speaks, and of the virtual machine. */
export function versionText(): string {
  const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  // Our own package file: it has a version, and the virtual machine at an exact one.
  const { version, dependencies } = JSON.parse(file) as { version: string; dependencies: { litesvm: string } };
  return `tribe-localnet ${version} (Solana interface ${API_VERSION}, LiteSVM ${dependencies.litesvm})`;
}
