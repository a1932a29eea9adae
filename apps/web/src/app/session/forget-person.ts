import type { QueryClient } from "@tanstack/react-query";
import { forgetAnswers } from "../../shared/queries/persisted/kept-answers.ts";
import { clearPersonal } from "../../shared/storage/keys.ts";

/** Queries that belong to a person and must not be shown to the next one on this device. */
const personal = [
  "localUser",
  "sessions",
  "blocks",
  "balance",
  "holding",
  "myChats",
  "messages",
  "room",
  "chatMembers",
  "chatSettings",
  "chatSearch",
  "chatShared",
  "reactors",
  "earnings",
  "portfolio",
  "seats",
  "notices",
  "notificationSettings",
  "pushDevices",
];

/** Deletes everything about a person whose session has ended, from memory and from the browser's storage. */
export const forgetPerson = (cache: QueryClient, { isNextSignedIn }: { readonly isNextSignedIn: boolean }): void => {
  for (const key of personal) {
    // Reset, which refetches for the next person; if it were removed, its observers would wait forever.
    if (isNextSignedIn) void cache.resetQueries({ queryKey: [key] });
    else cache.removeQueries({ queryKey: [key] });
  }
  cache.removeQueries({ queryKey: ["user"], type: "inactive" });
  clearPersonal();
  forgetAnswers();
};
