import * as z from "zod/mini";
import { groupSizes } from "../constants.ts";
import { addressSchema, pictureSchema, tokenUnitsSchema, uidSchema } from "../primitives.ts";

export const groupSizeSchema = z.literal([...groupSizes]);

export const membershipStates = ["none", "active", "expired", "banned", "chief"] as const;

/** The caller's membership of a Tribe. `expired` is shown as "Booted"; the Chief takes no seat. */
export const membershipStateSchema = z.enum(membershipStates);

export const subscriberSchema = z.object({
  address: addressSchema,
  uid: uidSchema,
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
  holding: tokenUnitsSchema,
  state: membershipStateSchema,
});

export type Subscriber = z.output<typeof subscriberSchema>;
export type MembershipState = z.output<typeof membershipStateSchema>;
