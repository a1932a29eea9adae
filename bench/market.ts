import { homeApi } from "./market/home-api.ts";
import type { Suite } from "./suite.ts";

/** What the market's index and its calls hold at size. */
export const run = async (): Promise<Suite> => ({ suite: "market", rows: [...(await homeApi())] });
