import { apiErrors } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { type ReactNode, useEffect, useState } from "react";
import { codeOf } from "./error-code.ts";

/** What a failure says of itself on a screen. */
export interface ShownFailure {
  readonly title: string;
  readonly cause?: string;
  readonly nextStep?: string;
  readonly footer?: ReactNode;
}

/** Where the whole words don't arrive, since the network is what failed: the title alone. */
const titleAlone = (error: unknown): ShownFailure => {
  const code = codeOf(error);
  return { title: code ? apiErrors[code].message : texts.unexpectedError };
};

/** The words of a failure, as they stand above a 'Try again'. The catalogue is loaded with the first one: most visits have none. Never rejects. */
export const failureWords = async (error: unknown): Promise<ShownFailure> => {
  try {
    const { shownAboveRetry } = await import("./errors.ts");
    return shownAboveRetry(error);
  } catch {
    return titleAlone(error);
  }
};

/** The same for a screen; null while they are on their way. */
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
