import { queryOptions } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "../queries/keys.ts";

/** What is known of how the signed-in person's wallet comes back, and of what was asked of it. */
export type Safety = AnswerOf<typeof routes.wallet.safety>;

/** Somebody who looks wants to know it as it is now. */
export const walletSafetyQuery = queryOptions({
  queryKey: keys.walletSafety(),
  queryFn: ({ signal }) => api(routes.wallet.safety, { signal }),
  staleTime: 0,
});
