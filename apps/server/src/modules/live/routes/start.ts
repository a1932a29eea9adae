import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { requireChief } from "../../membership/index.ts";
import { startLive, summaryOf } from "../store/lives.ts";

/** The Chief starts a live. */
export const start = command(routes.live.start, async ({ tx, body, session }) => {
  const { mint } = body;
  const chief = await personByUid(tx, session.uid);
  await requireChief(tx, mint, chief);
  return { live: summaryOf(await startLive(tx, { mint, chiefUid: session.uid, title: body.title.trim() })) };
});
