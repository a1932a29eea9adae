import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";

/** Answers `unavailable` until its tables have landed. */
export const preview = query(routes.chat.preview, async () => {
  throw new ApiError("unavailable");
});
