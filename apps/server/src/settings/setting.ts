import { isIP } from "node:net";
import * as z from "zod/mini";

/** A default that the server works out: in words, for the page. */
export interface ComputedDefault {
  readonly inWords: string;
}

/** One environment variable of the server: how it is read, and what operators read about it. */
export interface Setting {
  /** Reads the value that was set. */
  readonly schema: z.ZodMiniType;
  /** Used when it is not set: read by the schema, worked out by the server, or none. */
  readonly default: string | ComputedDefault | null;
  /** For `docs/operating.md` and the message about a missing one. */
  readonly meaning: string;
  /** Must be set when `TRIBE_MODE=production`. */
  readonly production?: "required";
}

export const computed = (inWords: string): ComputedDefault => ({ inWords });

/** Any text. */
export const text = z.string();

/** A URL with one of these protocols. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      ),
    );

export const httpUrl = url("http:", "https:");
export const webSocketUrl = url("ws:", "wss:");

/** Scheme, host and port of a site. */
export const origin = z.string().check(
  z.refine((value) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.origin === value.replace(/\/$/, "");
  }, "must be an origin such as https://tribe.example, without a path"),
);

export const port = z.coerce
  .number("must be a port number")
  .check(z.int("must be a port number"), z.minimum(0), z.maximum(65_535));

/** A whole number. */
export const integer = (from: number, to: number) => z.coerce.number().check(z.int(), z.minimum(from), z.maximum(to));

/** An address on Solana, in base58. */
export const chainAddress = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be an address"));

export const ipAddress = z.string().check(z.refine((value) => isIP(value) !== 0, "must be an IP address"));

export const onOrOff = z.enum(["on", "off"]);
