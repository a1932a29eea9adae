import { Readable } from "node:stream";
import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { exportText } from "../export-text.ts";
import { personalData } from "../personal-data.ts";

/**
 * Streams all that is stored about the caller. The profile is read before the first byte is sent, so that its failure is an error
 * of the call.
 */
export const exportData = query(routes.account.exportData, async ({ ctx, session, reply }) => {
  const sections = await personalData(ctx, session.uid);
  reply.header("content-disposition", 'attachment; filename="tribe-data.json"');
  return Readable.from(exportText(sections));
});
