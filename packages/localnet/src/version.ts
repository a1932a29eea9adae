import manifest from "../package.json" with { type: "json" };
import { API_VERSION } from "./rpc/context.ts";

/** Versions in one line: of the command, of the interface it speaks, and of the virtual machine. */
export function versionText(): string {
  const { version, dependencies } = manifest;
  return `tribe-localnet ${version} (Solana interface ${API_VERSION}, LiteSVM ${dependencies.litesvm})`;
}
