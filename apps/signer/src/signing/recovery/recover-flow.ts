import type { Address } from "@tribe/contract";
import { mailedLinkStates, recoveryWaitTexts } from "@tribe/domain/words";
import { hasRequestedApproval } from "../../approvals/request-approval.ts";
import { askUntilAnswered } from "../../passkeys/ask-passkey.ts";
import { PasskeyError } from "../../passkeys/authenticator.ts";
import { passkeysInForce, recoverByPasskey } from "../../passkeys/recover-by-passkey.ts";
import { fetchInfo, type WalletInfo } from "../../wallet/ensure-wallet.ts";
import { mailRecoveryLink } from "../../wallet/recover.ts";
import { stopOwnRecovery } from "../../wallet/recovery-wait.ts";
import { toWalletError, walletMissing } from "../../wallet/wallet-error.ts";
import { type FlowDependencies, isAskError, untilItWorks } from "../flow-parts.ts";
import type { Intent, Screen } from "../screen.ts";
import { approvalFlow } from "./approval-flow.ts";
import { type RecoveryState, readRecoveryState, tryTakeAwaitedWallet } from "./recovery-state.ts";

/** Poll interval of a wait that takes a day. */
const lookAgainMs = 20_000;

/**
 * Brings the wallet to this browser: from another browser that has it, by a passkey's touch, or by a mailed link. The link opens
 * a page in this browser, for which this flow waits, and takes a day unless the wallet is small. Each way gives this browser its
 * own sharing.
 * @throws WalletError
 */
export const recoverFlow = async (dependencies: FlowDependencies): Promise<Address> => {
  const { stage } = dependencies;
  stage.show({ kind: "loading", words: null });
  const info = await untilItWorks(dependencies, () => fetchInfo(dependencies));
  const { address, uid } = info;
  if (address === null) throw walletMissing();
  const followed = await follow(dependencies);
  try {
    // After a reload, here or there, the request continues.
    const goesOn = await untilItWorks(dependencies, () => hasRequestedApproval(dependencies, uid));
    await bring(dependencies, { ...info, address }, followed, goesOn);
  } finally {
    followed.stop();
  }
  stage.show({ kind: "done", text: mailedLinkStates.here.title });
  return address;
};

/** This browser's wait, kept up to date: when it changes, the shown screen is notified. */
interface Followed {
  readonly state: () => RecoveryState;
  /** Loads the state once more. @throws WalletError */
  readonly look: () => Promise<void>;
  /** Notes that the server refuses what this browser waits for. */
  readonly giveUp: () => void;
  readonly stop: () => void;
}

const follow = async (dependencies: FlowDependencies): Promise<Followed> => {
  const { stage, lookAgainMilliseconds } = dependencies;
  const now = dependencies.now ?? Date.now;
  const givenUp = new Set<string>();
  const read = () => readRecoveryState(dependencies, now(), givenUp);
  let state = await untilItWorks(dependencies, read);
  const glance = () => {
    read().then(
      (found) => {
        if (found.kind === "here") stage.act({ kind: "arrived" });
        else if (found.kind !== state.kind) stage.act({ kind: "look" });
      },
      () => undefined, // the next poll may succeed
    );
  };
  const stopHearing = dependencies.onMaybeArrived?.(glance);
  const timer = setInterval(() => {
    if (stage.screen().kind === "recovery_waiting") glance();
  }, lookAgainMilliseconds ?? lookAgainMs);
  return {
    state: () => state,
    look: async () => {
      state = await untilItWorks(dependencies, read);
    },
    giveUp: () => {
      if ("wait" in state) givenUp.add(state.wait.id);
      state = { kind: "absent" };
    },
    stop: () => {
      clearInterval(timer);
      stopHearing?.();
    },
  };
};

/** Offers every way until one of them has brought the wallet here. */
const bring = async (
  dependencies: FlowDependencies,
  info: WalletInfo & { readonly address: Address },
  followed: Followed,
  hasAskedBefore: boolean,
): Promise<void> => {
  const { stage, authenticator } = dependencies;
  const now = dependencies.now ?? Date.now;
  const { address: wallet, uid } = info;
  const ways = {
    email: info.recovery === "mail_link" ? info.email : null,
    hasPasskey: authenticator?.isThere() === true && passkeysInForce(info).length > 0,
    hasDevice: info.canBeApproved ?? false,
    hasKit: Boolean(info.kit),
  };
  const working: Screen = { kind: "recovery_working", ...ways };
  let resendAt = 0;
  let error: string | null = null;
  let goesOn = hasAskedBefore;
  for (;;) {
    const state = followed.state();
    if (state.kind === "here") return;
    if (state.kind === "ready") {
      stage.show(working);
      if ((await untilItWorks(dependencies, () => tryTakeAwaitedWallet(dependencies))) !== null) return;
      followed.giveUp();
      resendAt = 0;
      error = recoveryWaitTexts.stopped;
      continue;
    }
    const { email, hasPasskey, hasDevice, hasKit } = ways;
    const screen: Screen =
      state.kind === "waiting"
        ? {
            kind: "recovery_waiting",
            ...{ wallet, readyAt: state.readyAt, hasPasskey, hasDevice, hasKit, error },
          }
        : resendAt === 0 || email === null
          ? { kind: "recovery_offer", ...ways, error }
          : { kind: "recovery_mailed", email, error, resendAt };
    const intent: Intent = goesOn ? { kind: "ask_device" } : await stage.ask(screen);
    goesOn = false;
    if (intent.kind === "arrived") return;
    error = null;
    try {
      switch (intent.kind) {
        case "look":
          await followed.look();
          if (state.kind === "waiting" && followed.state().kind === "absent") {
            resendAt = 0;
            error = recoveryWaitTexts.stopped;
          }
          break;
        case "stop_waiting":
          stage.show(working);
          if (state.kind === "waiting") await stopOwnRecovery(dependencies, state.wait);
          resendAt = 0;
          await followed.look();
          break;
        case "ask_device": {
          stage.show(working);
          const outcome = await approvalFlow(dependencies, { uid, wallet });
          if (outcome.kind === "here") return;
          error = outcome.error;
          break;
        }
        case "use_passkey": {
          if (!authenticator) break;
          const asking = { kind: "touch", wallet, purpose: "recover", error: null } as const;
          await askUntilAnswered(stage, authenticator, { asking, answered: working }, (touching) =>
            recoverByPasskey({ ...dependencies, authenticator: touching }),
          );
          return;
        }
        default:
          stage.show(working);
          resendAt = now() + 1_000 * (await mailRecoveryLink(dependencies));
      }
    } catch (thrown) {
      if (!isAskError(thrown) && !(thrown instanceof PasskeyError)) throw toWalletError(thrown);
      error = thrown.message;
    }
  }
};
