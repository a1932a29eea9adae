import { wordsOf } from "../../shared/api/errors.ts";

/** The failure and the next step in one line; for a code requested too soon it also says when. */
export const sentencesOf = (error: unknown): string => {
  const { title, nextStep } = wordsOf(error);
  if (title.endsWith(nextStep)) return title;
  return `${title}${/[.!?]$/.test(title) ? "" : "."} ${nextStep}`;
};
