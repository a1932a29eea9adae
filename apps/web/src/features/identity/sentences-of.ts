import { wordsOf } from "../../shared/api/errors.ts";

/** What happened and what to do, in one line: a code asked for too soon also says when. */
export const sentencesOf = (error: unknown): string => {
  const { title, nextStep } = wordsOf(error);
  if (title.endsWith(nextStep)) return title;
  return `${title}${/[.!?]$/.test(title) ? "" : "."} ${nextStep}`;
};
