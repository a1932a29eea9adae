import type { QueryClient } from "@tanstack/react-query";
import { forgetAnswers } from "../../shared/queries/kept-answers.ts";
import { clearPersonal } from "../../shared/storage/keys.ts";

/** What belongs to a person and must not be seen by the next one on this device. */
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
  "reactors",
  "earnings",
  "portfolio",
  "seats",
  "notices",
  "notificationSettings",
  "pushDevices",
];

/** Forgets what the page knows of a person whose session has ended, in memory and in the browser's storage. */
export const forgetPerson = (cache: QueryClient, { isNextSignedIn }: { readonly isNextSignedIn: boolean }): void => {
  for (const key of personal) {
    // For the next person it is reset, which asks again; a removed one would leave who shows it waiting for ever.
    if (isNextSignedIn) void cache.resetQueries({ queryKey: [key] });
    else cache.removeQueries({ queryKey: [key] });
  }
  cache.removeQueries({ queryKey: ["user"], type: "inactive" });
  clearPersonal();
  forgetAnswers();
};
