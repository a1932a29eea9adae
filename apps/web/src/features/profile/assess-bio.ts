import { bioMaxCharacters, bioMaxLines, charactersOf } from "@tribe/contract";

/** The texts below the field for the bio. */
export interface BioAssessment {
  /** Why it can't be saved; null if it can. */
  readonly problem: string | null;
  readonly count: string;
}

/** Checks a typed bio against the API's limits: up to 200 characters ({@link charactersOf}) in 4 lines. */
export const assessBio = (text: string): BioAssessment => {
  const length = charactersOf(text);
  const lines = text.split("\n").length;
  const problem =
    length > bioMaxCharacters
      ? `${bioMaxCharacters} characters at most`
      : lines > bioMaxLines
        ? `${bioMaxLines} lines at most`
        : null;
  return { problem, count: `${length} of ${bioMaxCharacters}` };
};
