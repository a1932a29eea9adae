import * as z from "zod/mini";
import { addressSchema, pictureSchema, tokenIdSchema, tokenUnitsSchema, uidSchema } from "../primitives.ts";

export const socialAccountSchema = z.object({ id: z.string(), handle: z.string(), name: z.string() });

/** A person as others see them. A nerfed person has only the short address as name, no bio, no picture. */
export const userSchema = z.object({
  uid: uidSchema,
  displayName: z.string(),
  bio: z.string(),
  pfp: z.nullable(pictureSchema),
  address: z.nullable(addressSchema),
  isNerfed: z.boolean(),
  twitter: z.nullable(socialAccountSchema),
  farcaster: z.nullable(socialAccountSchema),
});

/** The signed-in person as they see themselves. */
export const localUserSchema = z.object({
  uid: uidSchema,
  email: z.string(),
  address: z.nullable(addressSchema),
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
  bio: z.string(),
  isReferral: z.boolean(),
  isAffiliate: z.boolean(),
  isDiscount: z.boolean(),
  inviterAddress: z.nullable(addressSchema),
  inviterBonus: tokenUnitsSchema,
  twitter: z.nullable(socialAccountSchema),
  farcaster: z.nullable(socialAccountSchema),
  tokens: z.array(z.object({ tokenId: tokenIdSchema, mint: addressSchema })),
});

/** A person's picture and name. */
export const faceSchema = z.object({
  address: addressSchema,
  /** Null for a wallet without an account here. */
  uid: z.nullable(uidSchema),
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
});

export type User = z.output<typeof userSchema>;
export type LocalUser = z.output<typeof localUserSchema>;
export type SocialAccount = z.output<typeof socialAccountSchema>;
