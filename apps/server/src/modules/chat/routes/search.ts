import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const search = query(routes.chat.search, async () => {
  throw new ApiError("unavailable");
});
