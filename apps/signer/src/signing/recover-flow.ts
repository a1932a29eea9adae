import type { Address } from "@tribe/contract";
import { mailedLinkStates } from "@tribe/domain/words";
import { hasAsked } from "../approvals/asking.ts";
import { askUntilAnswered } from "../passkeys/ask-passkey.ts";
import { PasskeyError } from "../passkeys/authenticator.ts";
import { passkeysInForce, recoverByPasskey } from "../passkeys/recover-by-passkey.ts";
import { fetchInfo, hasUsableShare } from "../wallet/ensure-wallet.ts";
import { mailRecoveryLink } from "../wallet/recover.ts";
import { toWalletError, walletMissing } from "../wallet/wallet-error.ts";
import { askedFlow } from "./asked-flow.ts";
import { type FlowDependencies, isAskError, untilItWorks } from "./flow-parts.ts";
import type { Intent, Screen } from "./screen.ts";

/**
 * Brings the wallet to this browser: by another one that has it, by a passkey's touch, or by a mailed link and a wait for the page
 * that it opens here. Each gives this browser its own sharing. @throws WalletError
 */
export const recoverFlow = async (dependencies: FlowDependencies): Promise<Address> => {
  const { stage, authenticator } = dependencies;
  const now = dependencies.now ?? Date.now;
  stage.show({ kind: "loading", words: null });
  const info = await untilItWorks(dependencies, () => fetchInfo(dependencies));
  const { address } = info;
  if (address === null) throw walletMissing();
  const hasPasskey = authenticator?.isThere() === true && passkeysInForce(info).length > 0;
  const email = info.recovery === "mail_link" ? info.email : null;
  const look = () => {
    hasUsableShare(dependencies).then(
      (isHere) => isHere && stage.act({ kind: "arrived" }),
      () => undefined, // the next look may be answered
    );
  };
  const stop = dependencies.onMaybeArrived?.(look);
  try {
    let resendAt = 0;
    let error: string | null = null;
    const { uid } = info;
    const hasDevice = info.canBeApproved ?? false;
    // A reload, here or there, loses nothing.
    let goesOn = await untilItWorks(dependencies, () => hasAsked(dependencies, uid));
    for (;;) {
      const screen: Screen =
        resendAt === 0 || email === null
          ? { kind: "recovery_offer", email, hasPasskey, hasDevice, error }
          : { kind: "recovery_mailed", email, error, resendAt };
      const intent: Intent = goesOn ? { kind: "ask_device" } : await stage.ask(screen);
      goesOn = false;
      if (intent.kind === "arrived") break;
      const working = { kind: "recovery_working", email, hasPasskey, hasDevice } as const;
      error = null;
      try {
        if (intent.kind === "ask_device") {
          stage.show(working);
          const outcome = await askedFlow(dependencies, { uid, wallet: address });
          if (outcome.kind === "here") break;
          error = outcome.error;
          continue;
        }
        if (intent.kind === "use_passkey" && authenticator) {
          const asking = { kind: "touch", wallet: address, purpose: "recover", error: null } as const;
          await askUntilAnswered(stage, authenticator, { asking, answered: working }, (touching) =>
            recoverByPasskey({ ...dependencies, authenticator: touching }),
          );
          break;
        }
        stage.show(working);
        resendAt = now() + 1_000 * (await mailRecoveryLink(dependencies));
      } catch (thrown) {
        if (!isAskError(thrown) && !(thrown instanceof PasskeyError)) throw toWalletError(thrown);
        error = thrown.message;
      }
    }
  } finally {
    stop?.();
  }
  stage.show({ kind: "done", text: mailedLinkStates.here.title });
  return address;
};
