import { ApiError } from "@tribe/contract";

/** The code of a failed call; a failure without a code as its text. */
export const codeOfError = (error: unknown): string => (error instanceof ApiError ? error.code : String(error));

/** The code that a call fails with; "fine" for one that succeeds. */
export const codeOf = (call: Promise<unknown>): Promise<string> => call.then(() => "fine", codeOfError);

/** {@link codeOf}, followed by the refused field, if there is one. */
export const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "fine",
    (error: unknown) =>
      error instanceof ApiError && error.field ? `${error.code} ${error.field}` : codeOfError(error),
  );
