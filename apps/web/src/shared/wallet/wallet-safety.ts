import { queryOptions } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "../queries/keys.ts";

/** How the signed-in person's wallet can be recovered, and pending requests to it. */
export type Safety = AnswerOf<typeof routes.wallet.safety>;

/** Always current for a person who looks at it. */
export const walletSafetyQuery = queryOptions({
  queryKey: keys.walletSafety(),
  queryFn: ({ signal }) => api(routes.wallet.safety, { signal }),
  staleTime: 0,
});
