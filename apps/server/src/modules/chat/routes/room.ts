import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const room = query(routes.chat.room, async () => {
  throw new ApiError("unavailable");
});
