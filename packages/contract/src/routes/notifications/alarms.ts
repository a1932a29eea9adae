import * as z from "zod/mini";
import { seatAlarmSchema } from "../../notifications.ts";
import { addressSchema } from "../../primitives.ts";
import { defineRoute } from "../../route.ts";

/** Alarms about a Tribe's seat and price, each for one person. */

export const alarms = defineRoute({
  method: "GET",
  path: "/v1/user/alarms",
  summary: "The caller's alarms, by Tribe",
  caller: "session",
  answer: z.object({ alarms: z.array(z.object({ mint: addressSchema, alarm: seatAlarmSchema })) }),
});

export const saveAlarm = defineRoute({
  method: "PUT",
  path: "/v1/user/alarms",
  summary: "Sets the caller's alarm in a Tribe, in the place of the one before; null turns it off",
  caller: "session",
  body: z.object({ mint: addressSchema, alarm: z.nullable(seatAlarmSchema) }),
  answer: z.object({ alarm: z.nullable(seatAlarmSchema) }),
  errors: ["not_found"],
});
