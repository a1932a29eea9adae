import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const likes = query(routes.chat.likes, async () => {
  throw new ApiError("unavailable");
});
