import type { QueryClient } from "@tanstack/react-query";
import type { keys } from "../../shared/queries/keys.ts";
import { forgetAnswers } from "../../shared/queries/persisted/kept-answers.ts";
import { clearPersonal } from "../../shared/storage/keys.ts";

/** The first part of a query's key. */
type QueryName = ReturnType<(typeof keys)[keyof typeof keys]>[0];

/**
 * Whether a query belongs to a person and must not be shown to the next one on this device; a new one does not compile until this is
 * decided. What everybody sees is refetched where it says something of who asks (`sessionChanged` in shared/queries/stale.ts).
 */
const isPersonal: Readonly<Record<QueryName, boolean>> = {
  ...{ config: false, rate: false, tokens: false, token: false, mint: false, history: false, "older candles": false },
  ...{ holders: false, subscribers: false, lives: false, lastLive: false, chatPreview: false },
  ...{ "share image": false, standing: false },
  // Forgotten below, but for the profile in sight.
  user: false,
  // Of a link, whoever is signed in.
  mailLink: false,
  ...{ localUser: true, sessions: true, walletSafety: true, blocks: true, balance: true, holding: true },
  ...{ associatedAccount: true, portfolio: true, earnings: true, seats: true, myChats: true },
  ...{ messages: true, room: true, chatMembers: true, chatSettings: true, chatShared: true, chatSearch: true },
  ...{ reactors: true, liveNotes: true, seatNotes: true },
  ...{ notices: true, notificationSettings: true, alarms: true, mailState: true, pushDevices: true },
  ...{ airdrop: true, airdropTokens: true, airdropPreview: true, airdropStatus: true, airdropEntries: true },
  ...{ endedAirdropEntries: true, airdropEnding: true },
};

/** Deletes everything about a person whose session has ended, from memory and from the browser's storage. */
export const forgetPerson = (cache: QueryClient, { isNextSignedIn }: { readonly isNextSignedIn: boolean }): void => {
  for (const [key, isTheirs] of Object.entries(isPersonal)) {
    if (!isTheirs) continue;
    // Reset, which refetches for the next person; if it were removed, its observers would wait forever.
    if (isNextSignedIn) void cache.resetQueries({ queryKey: [key] });
    else cache.removeQueries({ queryKey: [key] });
  }
  cache.removeQueries({ queryKey: ["user"], type: "inactive" });
  clearPersonal();
  forgetAnswers();
};
