import * as z from "zod/mini";
import { addressSchema, signatureSchema, timeSchema } from "./primitives.ts";

/** How long a statement is valid after it was made, s. */
export const handleStatementSeconds = 86_400;

/** A social account and its owner's wallet here, before the role `keys` has signed it. */
const fields = {
  kind: z.enum(["x", "farcaster"]),
  /** The other service's own id, which does not change when the account is renamed. */
  accountId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, "must be an account's id")),
  handle: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/, "must be a handle")),
  /** The wallet of the account's owner: a token's creator, or a recipient. */
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

/** The signed text, UTF-8. No part of it can contain a colon, and no other text that we sign has the same start. */
export const handleStatementText = ({ kind, accountId, handle, address, expiresAt }: UnsignedStatement): string =>
  `tribe-handle:v1:${kind}:${accountId}:${handle}:${address}:${expiresAt}`;
