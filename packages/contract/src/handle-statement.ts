import * as z from "zod/mini";
import { addressSchema, signatureSchema, timeSchema } from "./primitives.ts";

/** For so long a statement may be believed after it was made, s. */
export const handleStatementSeconds = 86_400;

/** Somebody's account elsewhere and the wallet that is theirs here, before the role `keys` has signed it. */
const fields = {
  kind: z.enum(["x", "farcaster"]),
  /** The other service's own id, which no rename changes. */
  accountId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, "must be an account's id")),
  handle: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/, "must be a handle")),
  /** The wallet whose owner has the account: a token's creator, or who is sent something. */
  address: addressSchema,
  /** Milliseconds since 1970. */
  expiresAt: timeSchema,
};

export const unsignedStatementSchema = z.object(fields);
export type UnsignedStatement = z.output<typeof unsignedStatementSchema>;

export const handleStatementSchema = z.object({
  ...fields,
  /** Ed25519 over {@link handleStatementText} by the installation's attestation key, base58. */
  signature: signatureSchema,
});
export type HandleStatement = z.output<typeof handleStatementSchema>;

/** What is signed, UTF-8. No part of it can hold a colon, and nothing else that is signed here begins like it. */
export const handleStatementText = ({ kind, accountId, handle, address, expiresAt }: UnsignedStatement): string =>
  `tribe-handle:v1:${kind}:${accountId}:${handle}:${address}:${expiresAt}`;
