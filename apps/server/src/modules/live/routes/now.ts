import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { livesNow, summaryOf } from "../store/lives.ts";

/** The Tribes that are live. */
export const now = query(routes.live.now, async ({ tx }) => ({ lives: (await livesNow(tx)).map(summaryOf) }));
