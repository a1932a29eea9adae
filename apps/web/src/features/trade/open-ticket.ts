import { addressSchema, signatureSchema, ticketSchema, tokenIdSchema, uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { lasting } from "../../shared/browser-storage.ts";

/** A signed trade whose end this browser has not seen yet. */
const openTicketSchema = z.object({
  ticket: ticketSchema,
  uid: uidSchema,
  direction: z.enum(["buy", "sell"]),
  amountText: z.string(),
  signature: signatureSchema,
  /** Milliseconds since 1970. */
  signedAt: z.number(),
  token: z.object({
    tokenId: tokenIdSchema,
    mint: addressSchema,
    creatorAddress: addressSchema,
    creatorUid: uidSchema,
    name: z.string(),
    symbol: z.string(),
    pfp: z.nullable(z.string()),
  }),
});
export type OpenTicket = z.output<typeof openTicketSchema>;

const storageKey = "tribe:v1:ticket";
const lifetime = 60 * 60_000;

/** The open trade of before a reload, if it is this person's. */
export const readOpenTicket = (uid: string): OpenTicket | null => {
  const read = z.safeDecode(z.nullable(openTicketSchema), lasting.read(storageKey) as never); // the schema checks it
  if (!read.success || !read.data) return null;
  return read.data.uid === uid && Date.now() - read.data.signedAt < lifetime ? read.data : null;
};

/** Kept from the signature on, so that a reload shows the trade's true end. */
export const keepOpenTicket = (ticket: OpenTicket): void =>
  lasting.write(storageKey, z.encode(openTicketSchema, ticket));

/** The end of a trade was seen. Another one's record stays. */
export const forgetOpenTicket = (ticket: string): void => {
  const read = z.safeDecode(z.nullable(openTicketSchema), lasting.read(storageKey) as never); // as above
  if (read.success && read.data?.ticket === ticket) lasting.write(storageKey, null);
};
