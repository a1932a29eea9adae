import { ConfigError } from "./environment.ts";
import type { Environment } from "./settings.ts";

export const roles = ["web", "keys", "realtime", "worker", "indexer"] as const;
export type Role = (typeof roles)[number];

/** Parses `--roles` or TRIBE_ROLES. @throws ConfigError for a role that does not exist. */
export const parseRoles = (text: string | undefined): ReadonlySet<Role> => {
  const names = (text ?? roles.join(","))
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name);
  const unknown = names.filter((name) => !isRole(name));
  if (unknown.length > 0 || names.length === 0)
    throw new ConfigError(`Roles are ${roles.join(", ")}; "${unknown.join(", ")}" is none of them`);
  return new Set(names.filter(isRole));
};

/**
 * The roles that a process actually runs. In production the page server has no key of a wallet, nor the admin's; on one
 * machine web includes keys, unless TRIBE_KEYS_SOCKET or TRIBE_CO_SIGNER_URL configures another process.
 * @throws ConfigError
 */
export const rolesToRun = (
  asked: ReadonlySet<Role>,
  {
    TRIBE_MODE,
    TRIBE_KEYS_SOCKET,
    TRIBE_CO_SIGNER_URL,
  }: Pick<Environment, "TRIBE_MODE" | "TRIBE_KEYS_SOCKET" | "TRIBE_CO_SIGNER_URL">,
): ReadonlySet<Role> => {
  if (TRIBE_MODE === "local")
    return asked.has("web") && (TRIBE_KEYS_SOCKET ?? TRIBE_CO_SIGNER_URL) === undefined
      ? new Set([...asked, "keys"])
      : asked;
  if (asked.has("web") && (asked.has("keys") || asked.has("worker")))
    throw new ConfigError(
      "In production the role web runs apart from keys and worker: whoever takes the server of pages must not get the wallets' " +
        "keys with it, nor the admin's. Start one process with --roles=keys,worker, and one with --roles=web,realtime,indexer " +
        "(docs/operating.md).",
    );
  return asked;
};
