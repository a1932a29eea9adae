import type { QueryClient } from "@tanstack/react-query";
import type { FirstData } from "@tribe/contract";
import { keepComposingKeys, keepTranslatedTexts } from "@tribe/ui";
import { access } from "../shared/api/access.ts";
import { catchGoogleReturn } from "../shared/links/google-return.ts";
import { keys } from "../shared/queries/keys.ts";
import { areAnswersRestored, keepAnswers, restoreAnswers } from "../shared/queries/persisted/kept-answers.ts";
import { persistQueries, restoreQueries } from "../shared/queries/persisted/persisted-queries.ts";
import { watchInstall } from "../shared/state/install.ts";
import { lasting } from "../shared/storage/browser-storage.ts";
import { rememberInviter } from "../shared/storage/inviter.ts";
import type { Listing } from "../shared/tokens/listing.ts";
import { build, type PageOptions } from "./build.ts";
import { watchFailures } from "./session/watch-failures.ts";

/** Runs once before the first render: creates the page's parts, watches for failures, and fills the cache with known data. */
export const prepare = (data: FirstData | null, options: PageOptions = {}): void => {
  keepComposingKeys(window);
  keepTranslatedTexts(document);
  const { queryClient } = build(options);
  catchGoogleReturn();
  rememberInviter(location.search);
  watchFailures();
  watchInstall();
  restoreQueries(queryClient, lasting);
  // Before the first data, which are worth storing, too.
  persistQueries(queryClient, lasting);
  const owner = { sessionId: () => access.get().session?.sessionId ?? null, build: import.meta.url };
  keepAnswers(queryClient, owner);
  void restoreAnswers(queryClient, owner).finally(() => areAnswersRestored.set(true));
  if (data) takeFirstData(queryClient, data, access.get().session !== null);
};

/**
 * Puts the first data into the cache, so that the first screen is rendered without a call. They are a visitor's view: for a
 * signed-in person the token is refetched at once.
 */
const takeFirstData = (
  cache: QueryClient,
  { config, rate, list, lives, token, user }: FirstData,
  isSignedIn: boolean,
): void => {
  if (config) cache.setQueryData(keys.config(), config);
  if (rate) cache.setQueryData(keys.rate(), rate);
  if (list)
    cache.setQueryData<Listing>(keys.tokenList({ ...list, sort: "volume", order: "desc" }), {
      pages: [{ ...list.page, orderedAt: Date.now() }],
      pageParams: [""],
    });
  if (lives) cache.setQueryData(keys.lives(), lives.lives);
  if (user?.user.address) cache.setQueryData(keys.user(user.user.address), user);
  if (token) cache.setQueryData(keys.token(token.mint), token, isSignedIn ? { updatedAt: 0 } : {});
};
