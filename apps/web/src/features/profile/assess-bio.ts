import { bioMaxCharacters, bioMaxLines } from "@tribe/contract";

/** The text below the bio's field. */
export interface BioAssessment {
  /** Why it can't be saved; null if it can. */
  readonly problem: string | null;
  readonly count: string;
}

/** Judges a typed bio by the limits of the API: up to 200 characters (UTF-16 units, as the browser counts) in 4 lines. */
export const assessBio = (text: string): BioAssessment => {
  const lines = text.split("\n").length;
  const problem =
    text.length > bioMaxCharacters
      ? `${bioMaxCharacters} characters at most`
      : lines > bioMaxLines
        ? `${bioMaxLines} lines at most`
        : null;
  return { problem, count: `${text.length} of ${bioMaxCharacters}` };
};
