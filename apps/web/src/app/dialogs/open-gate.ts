import { lamports } from "@tribe/contract";
import type { Gate } from "@tribe/domain/trading";
import { type ConnectSocialReason, connectSocialTexts, fundReasons, texts } from "@tribe/domain/words";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import type { DialogName } from "../../shared/dialogs/names.ts";
import { canSkip, type Flow, type Intent, lamportsNeeded } from "../../shared/flow/flow.ts";
import { accountStatusStore, flow } from "../../shared/flow/flow-store.ts";
import { signInTitle } from "./sign-in-title.ts";

/** The dialogs of gates; closed when no gate is left. */
export const gateDialogs = ["signIn", "walletSetup", "connectSocial", "onboardingFund"] as const satisfies DialogName[];

const socialReasons: Record<Intent["kind"], ConnectSocialReason> = {
  onboarding: "onboarding",
  create: "create",
  join: "join",
  profile: "edit",
  trade: "trade",
};

const fundReason = (intent: Intent): string =>
  intent.kind === "create" ? texts.needMoreSol : intent.kind === "trade" ? fundReasons.trade : fundReasons.any;

/** Opens the dialog of a gate. Closing it ends the flow, or postpones the gate if that is possible. */
export const openGate = (gate: Gate, { intent, ...rest }: Flow): void => {
  const isSkippable = canSkip({ intent, ...rest });
  dialogs.finishNamed(...gateDialogs);
  const end = { onDismiss: () => flow.end() };
  const later = { onDismiss: () => (isSkippable ? flow.skip(gate) : flow.end()) };
  switch (gate) {
    case "signIn":
      // The specification's sentence for the trade and swap openers; not as a toast over the dialog that answers the press.
      dialogs.open(
        "signIn",
        { title: signInTitle(intent), description: intent.kind === "trade" ? texts.signInFirst : "" },
        end,
      );
      break;
    case "wallet":
      dialogs.open(
        "walletSetup",
        { title: "Your wallet", description: "" },
        // An existing wallet is only shown: closing it means 'Later'.
        { onDismiss: () => (accountStatusStore.get().hasWallet ? flow.meetWallet(false) : flow.end()) },
      );
      break;
    case "social":
      dialogs.open(
        "connectSocial",
        {
          title: "Connect social",
          description: connectSocialTexts[socialReasons[intent.kind]],
          canSkip: isSkippable,
        },
        later,
      );
      break;
    case "fund": {
      const required = lamportsNeeded(intent);
      dialogs.open(
        "onboardingFund",
        {
          title: "Add SOL",
          description: fundReason(intent),
          lamportsRequired: required === null ? null : lamports(required),
          canSkip: isSkippable,
        },
        later,
      );
    }
  }
};
