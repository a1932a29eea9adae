import { apiErrors } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { type ReactNode, useEffect, useState } from "react";
import { codeOf } from "./error-code.ts";

/** A failure's words on a screen. */
export interface ShownFailure {
  readonly title: string;
  readonly cause?: string;
  readonly nextStep?: string;
  readonly footer?: ReactNode;
}

/** Only the title, for when the network failed and the full words can't be loaded. */
const titleAlone = (error: unknown): ShownFailure => {
  const code = codeOf(error);
  return { title: code ? apiErrors[code].message : texts.unexpectedError };
};

/**
 * The words of a failure above a 'Try again' button. The catalogue is loaded with the first failure: most visits have none. Never
 * rejects.
 */
export const failureWords = async (error: unknown): Promise<ShownFailure> => {
  try {
    const { shownAboveRetry } = await import("./errors.ts");
    return shownAboveRetry(error);
  } catch {
    return titleAlone(error);
  }
};

/** {@link failureWords} for a component; null while they load. */
export const useFailureWords = (error: unknown): ShownFailure | null => {
  const [known, setKnown] = useState<{ readonly error: unknown; readonly words: ShownFailure } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void failureWords(error).then((words) => isCurrent && setKnown({ error, words }));
    return () => {
      isCurrent = false;
    };
  }, [error]);
  return known && known.error === error ? known.words : null;
};
