import type { AirdropTask } from "./airdrop-queries.ts";

/** Where the dialog of airdrops is: Confirm, Processing and Success are the run's. */
export type AirdropStep =
  /**
   * The airdrop that is on its way, if there is one, and else the selection.
   * `isGone`: somebody wanted to go on with one, and there is none.
   */
  | { readonly kind: "begin"; readonly isGone: boolean }
  | { readonly kind: "select" }
  | { readonly kind: "run"; readonly task: AirdropTask; readonly isResumed: boolean; readonly attempt: number };

/** How the dialog opens. */
export const firstStep: AirdropStep = { kind: "begin", isGone: false };

/**
 * Where Resume leads from a pause: another tab may have ended the airdrop meanwhile, or what was sent have been all of it.
 * @param found what the server says is on its way; undefined when it did not answer
 */
export const stepAfterPause = (
  { isSuccess, data }: { readonly isSuccess: boolean; readonly data: AirdropTask | null | undefined },
  attempt: number,
): AirdropStep => {
  if (!isSuccess) return firstStep;
  return data ? { kind: "run", task: data, isResumed: true, attempt: attempt + 1 } : { kind: "begin", isGone: true };
};
