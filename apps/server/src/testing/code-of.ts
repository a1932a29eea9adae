import { ApiError } from "@tribe/contract";

/** The code that a call fails with, "fine" for one that succeeds; a failure without a code as its text. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "fine",
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

/** {@link codeOf}, followed by the refused field, if there is one. */
export const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "fine",
    (error: unknown) => (error instanceof ApiError ? `${error.code} ${error.field ?? ""}`.trim() : String(error)),
  );
