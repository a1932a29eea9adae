import * as z from "zod/mini";
import { defineRoute } from "../../route.ts";

export const unread = defineRoute({
  method: "GET",
  path: "/v1/notification/unread",
  summary: "How many of the caller's notifications are unread, 100 at most",
  caller: "session",
  answer: z.object({ unread: z.int() }),
});
