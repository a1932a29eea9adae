import type { Address } from "@tribe/contract";
import { approvalTexts } from "@tribe/domain/words";
import {
  type ApprovalState,
  followApproval,
  requestApproval,
  withdrawApproval,
} from "../../approvals/request-approval.ts";
import { toWalletError } from "../../wallet/wallet-error.ts";
import type { FlowDependencies } from "../flow-parts.ts";
import type { Screen } from "../screen.ts";

type RequestedScreen = Extract<Screen, { kind: "recovery_asked" }>;

/** How it ended: the wallet is here, or the person must choose again, with the error. */
type Outcome = { readonly kind: "here" } | { readonly kind: "back"; readonly error: string | null };

const lookAgainMs = 2_000;

/**
 * Asks another browser for the wallet, or continues the open request, and shows its state until that browser has answered.
 * @throws WalletError `declined` when the person gives up, and the errors of asking
 */
export const approvalFlow = async (
  dependencies: FlowDependencies,
  { uid, wallet }: { readonly uid: string; readonly wallet: Address },
): Promise<Outcome> => {
  const { stage } = dependencies;
  await requestApproval(dependencies);
  const stop = new AbortController();
  const now = dependencies.now ?? Date.now;
  const first: RequestedScreen = {
    kind: "recovery_asked",
    wallet,
    number: null,
    expiresAt: now() + 900_000,
    error: null,
  };
  const pressed = stage.ask(first).then((): Outcome => ({ kind: "back", error: null }));
  const answered = follow(dependencies, uid, first, stop.signal);
  // Nobody handles the rejection of the one that loses the race.
  for (const each of [pressed, answered]) each.catch(() => undefined);
  try {
    const outcome = await Promise.race([pressed, answered]);
    if (outcome.kind === "back") await withdrawApproval(dependencies, uid).catch(() => undefined); // it expires by itself
    return outcome;
  } catch (thrown) {
    await withdrawApproval(dependencies, uid).catch(() => undefined);
    throw thrown;
  } finally {
    stop.abort();
  }
};

const follow = async (
  dependencies: FlowDependencies,
  uid: string,
  first: RequestedScreen,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { stage, lookAgainMilliseconds = lookAgainMs } = dependencies;
  let shown = first;
  const revise = (change: Partial<Pick<RequestedScreen, "number" | "expiresAt" | "error">>) => {
    const next = { ...shown, ...change };
    // An unchanged screen is not drawn again: a screen reader would repeat it each time.
    if (next.number === shown.number && next.expiresAt === shown.expiresAt && next.error === shown.error) return;
    stage.revise(shown, next);
    shown = next;
  };
  while (!signal.aborted) {
    const state = await followApproval(dependencies, uid).catch((thrown: unknown): ApprovalState | string => {
      const error = toWalletError(thrown);
      if (error.code !== "unavailable") throw error;
      return error.message;
    });
    if (signal.aborted) break;
    if (typeof state === "string") revise({ error: state });
    else if (state.kind === "here") return { kind: "here" };
    else if (state.kind === "over") return { kind: "back", error: approvalTexts.overBy[state.reason] };
    else revise({ number: state.number, expiresAt: state.expiresAt, error: null });
    await pause(lookAgainMilliseconds, signal);
  }
  return { kind: "back", error: null };
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
