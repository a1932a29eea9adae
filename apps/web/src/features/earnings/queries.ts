import { infiniteQueryOptions } from "@tanstack/react-query";
import { type AnswerOf, routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { keys } from "../../shared/queries/keys.ts";
import { cursorOf, pageByPage } from "../../shared/queries/page-by-page.ts";

type Earnings = AnswerOf<typeof routes.earnings.list>;
/** The sums of one side: as Chief, or from invitations. */
export type EarningsSide = Earnings["creator"];
/** A trade from which the person earned. */
export type Earning = Earnings["items"][number];

/** The signed-in person's earnings, paginated; the first page has the sums. */
export const earningsQuery = infiniteQueryOptions({
  queryKey: keys.earnings(),
  queryFn: ({ pageParam, signal }) =>
    api(routes.earnings.list, { query: { limit: 25, ...cursorOf(pageParam) }, signal }),
  ...pageByPage,
  refetchInterval: 30_000,
});
