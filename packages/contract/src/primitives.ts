import * as z from "zod/mini";
import { hasUnseen } from "./texts/visible-text.ts";

/**
 * Branded primitives of the whole product and their JSON codecs.
 *
 * Money is never a `number`: lamports (10⁻⁹ SOL) and token units (10⁻⁹ token) are bigints in memory and
 * decimal strings on the wire, because JSON numbers lose exactness above 2⁵³.
 */
declare const brand: unique symbol;
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Id of a person's account, assigned by the server. */
export type Uid = Brand<string, "Uid">;
/** A Solana address in base58 (32 to 44 characters). */
export type Address = Brand<string, "Address">;
/** The address of a token's mint. */
export type Mint = Address;
/** A token's identifier: a u64, as a decimal string on the wire. */
export type TokenId = Brand<bigint, "TokenId">;
/** 10⁻⁹ SOL. */
export type Lamports = Brand<bigint, "Lamports">;
/** 10⁻⁹ of a curve token. */
export type TokenUnits = Brand<bigint, "TokenUnits">;
/** 10⁻⁶ of a migrated token: a curve token's {@link TokenUnits} are 10⁻⁹. */
export type NewTokenUnits = Brand<bigint, "NewTokenUnits">;
/** 10⁻⁶ of a unit of one currency (a dollar, a yen). */
export type FiatMicros = Brand<bigint, "FiatMicros">;
/** What one SOL is worth in a currency, in 10⁻⁶ of its unit. */
export type FiatPrice = Brand<bigint, "FiatPrice">;
/** Basis points: 1/10,000. */
export type Bps = Brand<number, "Bps">;
/** One prepared trade that waits for the trader's signature. */
export type Ticket = Brand<string, "Ticket">;
/** A chat message. */
export type MessageId = Brand<string, "MessageId">;
/** The sequence number of a message or other change in its channel: 1, 2, 3 … without a gap. */
export type Seq = Brand<number, "Seq">;
/** A transaction signature in base58 (64 bytes). */
export type TransactionSignature = Brand<string, "TransactionSignature">;
/** The sequence number before a channel's first message: resuming after it misses nothing. */
export const seqBeforeFirst = 0 as Seq; // the brand has no run-time form
/** Bytes in standard base64. */
export type Base64 = Brand<string, "Base64">;

const maxU64 = 2n ** 64n - 1n;

/** A pattern for decimal numbers from 1 to `max`, so that the API's description is as strict as the server. */
const upTo = (max: bigint): string => {
  const digits = max.toString();
  const smaller = [...digits].flatMap((digit, place) => {
    const min = place === 0 ? 1 : 0;
    const rest = digits.length - place - 1;
    return Number(digit) > min ? [`${digits.slice(0, place)}[${min}-${Number(digit) - 1}][0-9]{${rest}}`] : [];
  });
  return `[1-9][0-9]{0,${digits.length - 2}}|${[...smaller, digits].join("|")}`;
};
const positiveU64 = new RegExp(`^(${upTo(maxU64)})$`);
const anyU64 = new RegExp(`^(0|${upTo(maxU64)})$`);

/** A codec between a decimal string and a branded bigint that fits u64. */
const u64Codec = <B extends bigint>(pattern = anyU64, words = "must be a whole number of 64 bits, as a string") =>
  z.codec(
    z.string().check(z.regex(pattern, words)),
    z.custom<B>((value) => typeof value === "bigint" && value >= 0n && value <= maxU64, "must fit 64 bits"),
    {
      // The pattern right above proves the range; the brand has no run-time form.
      decode: (text) => BigInt(text) as B,
      encode: (value) => value.toString(),
    },
  );

export const lamportsSchema = u64Codec<Lamports>();
export const tokenUnitsSchema = u64Codec<TokenUnits>();
export const newTokenUnitsSchema = u64Codec<NewTokenUnits>();
export const tokenIdSchema = u64Codec<TokenId>();
const above0 = "must be a whole number above 0, as a string";
/** An amount to spend or sell; zero is refused. */
export const positiveLamportsSchema = u64Codec<Lamports>(positiveU64, above0);
/** Base units of whatever is sent: lamports, or a token's base units. */
export const positiveUnitsSchema = u64Codec<bigint>(positiveU64, above0);
export const fiatPriceSchema = u64Codec<FiatPrice>(positiveU64, above0);
export const positiveTokenUnitsSchema = u64Codec<TokenUnits>(positiveU64, above0);

/** Brands a string without changing it on the wire: a custom check needs no transform. */
const stringBrand = <B extends string>(pattern: RegExp, message: string) =>
  z.string().check(z.regex(pattern, message)) as unknown as z.ZodMiniType<B, string>; // zod cannot name the brand

export const addressSchema = stringBrand<Address>(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "Invalid address");
export const signatureSchema = stringBrand<TransactionSignature>(
  /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  "must be a base58 signature",
);
export const base64Schema = stringBrand<Base64>(/^[A-Za-z0-9+/]*={0,2}$/, "must be base64");
export const uidSchema = stringBrand<Uid>(/^[A-Za-z0-9_-]{8,64}$/, "must be a user id");
export const ticketSchema = stringBrand<Ticket>(/^[A-Za-z0-9_-]{16,64}$/, "must be a ticket");
export const uuidSchema = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "must be a UUID"));
export const messageIdSchema = stringBrand<MessageId>(
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  "must be a message id",
);
export const seqSchema = z.int().check(z.minimum(0)) as unknown as z.ZodMiniType<Seq, number>; // as above
export const bpsSchema = z.int().check(z.minimum(0), z.maximum(10_000)) as unknown as z.ZodMiniType<Bps, number>;

/** Refuses U+0000, which PostgreSQL text cannot store. For texts of several lines. */
export const withoutNull = z.regex(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that character is what is refused; `\0` is not in every grammar
  /^[^\u0000]*$/,
  "must not have a null character",
);
/** One line of visible text, without characters that are unseen or change how others look ({@link hasUnseen}). */
export const visibleLine = [
  // As close as the API's description can come: it has no `\p{Cc}`, and joiners depend on what is beside them.
  z.regex(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    /^[^\u0000-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uE000-\uF8FF\uFEFF\uFFA0\uFFF0-\uFFFB]*$/u,
    "must not have control, direction or invisible characters",
  ),
  z.refine(
    (text) => typeof text === "string" && !hasUnseen(text),
    "must not have control, direction or invisible characters",
  ),
] as const;

/** Two origins that belong to nobody: a path stays on the origin that it is resolved against, a host does not. */
const anyOrigins = ["https://a.invalid", "https://b.invalid"];

/**
 * Whether a link to this path from one of our pages stays in our app. It is resolved, because `/\t/host` leads to another host.
 */
export const isAppPath = (text: string): boolean =>
  text.startsWith("/") &&
  anyOrigins.every((origin) => URL.canParse(text, origin) && new URL(text, origin).origin === origin);

/** A path of our app to which a person returns from another site. */
export const appPathSchema = z.string().check(
  z.maxLength(300),
  // As close as the API's description can come: URL parsers drop tabs and line ends, and read \ as /.
  z.regex(/^\/(?![/\\])[^\t\n\r]*$/, "must be a path of this app"),
  z.refine(isAppPath, "must be a path of this app"),
);

/** Brands a bigint as lamports. @throws RangeError when it is negative. */
export const lamports = (value: bigint): Lamports => {
  if (value < 0n) throw new RangeError("lamports cannot be negative");
  return value as Lamports;
};

/** Brands a bigint as token base units (10⁻⁹ token). @throws RangeError when it is negative. */
export const tokenUnits = (value: bigint): TokenUnits => {
  if (value < 0n) throw new RangeError("token units cannot be negative");
  return value as TokenUnits;
};

/** Brands a bigint as base units of a migrated token (10⁻⁶ token). @throws RangeError when it is negative. */
export const newTokenUnits = (value: bigint): NewTokenUnits => {
  if (value < 0n) throw new RangeError("token units cannot be negative");
  return value as NewTokenUnits;
};

/** Brands a whole number between 0 and 10,000 as basis points. @throws RangeError outside. */
export const bps = (value: number): Bps => {
  if (!Number.isInteger(value) || value < 0 || value > 10_000) throw new RangeError("basis points run from 0 to 10000");
  return value as Bps;
};

/** A point in time: milliseconds since 1970, UTC. */
export const timeSchema = z.int().check(z.minimum(0));

/** The block time of a transaction: whole seconds since 1970, as Solana gives it. Every `blockTime` of the API is this. */
export const blockTimeSchema = z.int().check(z.minimum(0));

/** The address of a picture: a path on our own origin, or an https URL. */
export const pictureSchema = z.string().check(z.maxLength(2_000));
