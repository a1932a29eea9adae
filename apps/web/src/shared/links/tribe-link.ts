// What counts as an invitation: docs/decisions/0208.
import type { LocalUser, Mint } from "@tribe/contract";
import { access } from "../api/access.ts";
import { queryClient } from "../api/query-client.ts";
import { keys } from "../queries/keys.ts";

/** The link that opens a Tribe's door. Whoever signs up after opening a signed-in person's link counts as invited by them. */
export const tribeLink = (mint: Mint): string => {
  const user = access.get().session ? queryClient().getQueryData<LocalUser>(keys.localUser()) : null;
  const link = new URL(`/chat/${mint}`, location.origin);
  if (user?.address) link.searchParams.set("invite", user.address);
  return link.href;
};
