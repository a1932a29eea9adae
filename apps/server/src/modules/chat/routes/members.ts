import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const members = query(routes.chat.members, async () => {
  throw new ApiError("unavailable");
});
