import type { Mint, TokenProfile } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { queryClient } from "../../shared/api/query-client.ts";
import type { Intent } from "../../shared/flow/flow.ts";
import { keys } from "../../shared/queries/keys.ts";

/** What somebody signs in for, as the title of the sheet that asks them to. */
export const signInTitle = (intent: Intent): string => {
  switch (intent.kind) {
    case "trade": {
      // Kept in the browser as text, and only looked up.
      const token = queryClient().getQueryData<TokenProfile>(keys.token(intent.mint as Mint));
      return token ? `Sign in to ${intent.direction} ${isolated(token.symbol)}` : `Sign in to ${intent.direction}`;
    }
    case "join":
      return "Sign in to take your seat";
    case "create":
      return "Sign in to create your Tribe";
    case "profile":
      return "Sign in to edit your profile";
    case "onboarding":
      return "Sign in";
  }
};
