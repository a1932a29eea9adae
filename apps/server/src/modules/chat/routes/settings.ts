import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const settings = query(routes.chat.settings, async () => {
  throw new ApiError("unavailable");
});
