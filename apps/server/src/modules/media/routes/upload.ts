import { ApiError, routes } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { uploads } from "../schema.ts";

/** What became of an upload, for its own person. */
export const upload = query(routes.media.upload, async ({ tx, query: { id }, session }) => {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.uid, session.uid)));
  switch (row?.state) {
    case "uploading":
    case "processing":
      return { state: row.state };
    case "refused":
      return { state: "refused", code: row.refusal ?? "internal" };
    case "ready":
      if (row.attachment) return { state: "ready", attachment: row.attachment };
  }
  throw new ApiError("not_found");
});
