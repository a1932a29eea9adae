import { isolated } from "../../people/isolated.ts";

/** The question before a person's messages are hidden everywhere, and its results. */
export const blockTexts = {
  question:
    "You won't see their messages in any Tribe. They aren't told and keep their seats. You can unblock them under You, Account.",
  blocked: (name: string): string => `${isolated(name)} is blocked`,
  unblocked: (name: string): string => `${isolated(name)} is unblocked`,
} as const;
