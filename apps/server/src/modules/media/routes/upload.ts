import { ApiError, routes } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { uploads } from "../schema.ts";

/** The state of an upload, for its uploader. */
export const upload = query(routes.media.upload, async ({ tx, query: { id }, session }) => {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.uid, session.uid)));
  if (row?.state === "uploading" || row?.state === "processing") return { state: row.state };
  if (row?.state === "refused") return { state: "refused" as const, code: row.refusal ?? "internal" };
  if (row?.state !== "ready" || !row.attachment) throw new ApiError("not_found");
  return { state: "ready" as const, attachment: row.attachment };
});
