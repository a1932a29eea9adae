import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findOwnUpload } from "../store/uploads.ts";

/** The state of an upload, for its uploader. */
export const upload = query(routes.media.upload, async ({ tx, query: { id }, session }) => {
  const row = await findOwnUpload(tx, id, session.uid);
  if (row?.state === "uploading" || row?.state === "processing") return { state: row.state };
  if (row?.state === "refused") return { state: "refused" as const, code: row.refusal ?? "internal" };
  if (row?.state !== "ready" || !row.attachment) throw new ApiError("not_found");
  return { state: "ready" as const, attachment: row.attachment };
});
