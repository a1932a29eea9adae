import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { unencryptedLinks } from "./encrypted-links.ts";
import type { Setting } from "./setting.ts";
import { type Environment, settings } from "./settings.ts";

export type { Environment };

/** Faults of the environment, one per line. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const rows = Object.entries<Setting>(settings);

const environmentSchema = z.object(
  Object.fromEntries(
    rows.map(([name, { schema, default: fallback }]) => [
      name,
      typeof fallback === "string" ? z._default(schema, z.parse(schema, fallback)) : z.optional(schema),
    ]),
  ),
);

type Variables = Readonly<Record<string, string | undefined>>;

const fileSuffix = "_FILE";

/** A setting's text, from its variable or from the file that `<NAME>_FILE` names; `fault` says why there is none. */
const textOf = (name: string, env: Variables): { readonly text: string; readonly fault?: string } => {
  const [text = "", file = ""] = [env[name]?.trim(), env[name + fileSuffix]?.trim()];
  if (!file) return { text };
  if (text) return { text, fault: `${name} and ${name}${fileSuffix} are both set: which one counts?` };
  try {
    return { text: readFileSync(file, "utf8").trim() };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    return { text, fault: `${name}${fileSuffix} names a file that can't be read: ${file} (${reason})` };
  }
};

/** Variables that look like ours and are none, such as a misspelt one. */
export const unknownVariables = (env: Variables): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith("TRIBE_") && !Object.hasOwn(settings, name))
    .filter((name) => !name.endsWith(fileSuffix) || !Object.hasOwn(settings, name.slice(0, -fileSuffix.length)))
    .sort();

/**
 * Reads and validates the environment. Empty variables count as unset; every setting may stand in a file that `<NAME>_FILE` names, as
 * secrets of containers and services do.
 * @param mayLack lets what production needs be missing: an operator's command says itself what it lacks
 * @throws ConfigError with all faults
 */
export const readEnvironment = (env: Variables, { mayLack = false } = {}): Environment => {
  const known: Record<string, string> = {};
  const unread: string[] = [];
  for (const [name] of rows) {
    const { text, fault } = textOf(name, env);
    if (text) known[name] = text;
    if (fault) unread.push(fault);
  }
  const parsed = environmentSchema.safeParse(known);
  // The schema is made from the rows, whose types the compiler can't follow through an object of entries.
  const environment = parsed.success ? (parsed.data as Environment) : null;
  const faults = [
    ...unread,
    ...(parsed.error?.issues ?? []).map(
      ({ path, message }) => `${path.join(".")} ${message} (it is "${redact(String(path[0]), known)}")`,
    ),
  ];
  if (known.TRIBE_MODE === "production") {
    for (const [name, { production, meaning }] of rows)
      if (production === "required" && !known[name] && !mayLack)
        faults.push(`${name} is needed in production: ${meaning}`);
    if (environment) faults.push(...unsafeOrigins(environment), ...unencryptedLinks(environment));
  }
  if (!environment || faults.length > 0)
    throw new ConfigError(`The configuration is not usable:\n  ${faults.join("\n  ")}`);
  return environment;
};

/** For production: cookies need TLS, and the signer's isolation needs a host that no script of the app shares. */
const unsafeOrigins = ({ TRIBE_PUBLIC_URL, TRIBE_SIGNER_URL }: Environment): readonly string[] => {
  if (!TRIBE_PUBLIC_URL || !TRIBE_SIGNER_URL) return []; // already reported as missing
  const app = new URL(TRIBE_PUBLIC_URL);
  const signer = new URL(TRIBE_SIGNER_URL);
  return [
    ...(app.protocol === "https:" ? [] : ["TRIBE_PUBLIC_URL must begin with https:// in production"]),
    ...(signer.protocol === "https:" ? [] : ["TRIBE_SIGNER_URL must begin with https:// in production"]),
    ...(app.hostname === signer.hostname
      ? ["TRIBE_SIGNER_URL must be on another host than the app in production"]
      : []),
  ];
};

/** The data folder as an absolute path. */
export const dataDirOf = (environment: Environment): string => resolve(environment.TRIBE_DATA_DIR);

const secretNames = /SECRET|PRIVATE_KEY|WEBHOOK_KEY|DATABASE_URL|DATABASE_DIRECT_URL|NATS_URL|SMTP_URL|RPC_URL|TOKEN/;
const redact = (name: string, known: Record<string, string>): string =>
  secretNames.test(name) ? "…" : (known[name] ?? "");
