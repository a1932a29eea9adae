import { createRouteClient, routes, type ShareRequest } from "@tribe/contract";
import { access, credentialsOf } from "../../shared/api/access.ts";
import { queryClient } from "../../shared/api/query-client.ts";
import { configQuery } from "../../shared/queries/config.ts";
import { serverClock } from "../../shared/time/server-time.ts";

/** Loads the picture of a Tribe or of one's own message. @throws ApiError */
export const fetchShareImage = async (request: ShareRequest, signal: AbortSignal): Promise<Blob> => {
  const { shareUrl } = await queryClient().ensureQueryData(configQuery);
  const call = createRouteClient({
    origin: shareUrl,
    clock: serverClock,
    credentials: () => credentialsOf(access.get()),
  });
  return call(routes.share.image, { body: request, signal }, "blob");
};

/** The URL of X's form for a post with a link, whose preview is the Tribe's picture. */
export const postOnX = (text: string, link: string): string =>
  `https://x.com/intent/post?${new URLSearchParams({ text, url: link })}`;

/** The URL of Farcaster's form for a post. */
export const postOnFarcaster = (text: string, link: string): string =>
  `https://farcaster.xyz/~/compose?${new URLSearchParams([
    ["text", text],
    ["embeds[]", link],
  ])}`;
