import { homeApi } from "./market/home-api.ts";
import { earnerEmails, peopleApi } from "./market/people-api.ts";
import { fullListing } from "./market/seed-listing.ts";
import { withListing } from "./market/with-listing.ts";
import type { Suite } from "./suite.ts";

/** The latency of the market's calls over a large index. */
export const run = (): Promise<Suite> =>
  withListing(
    fullListing,
    ["web"],
    async (server) => ({ suite: "market", rows: [...(await homeApi(server)), ...(await peopleApi(server))] }),
    earnerEmails,
  );
