import { walletErrorTexts } from "@tribe/domain/words";
import { WalletError } from "../wallet/wallet-error.ts";
import { type Intent, isAccepted, type Screen } from "./screen.ts";

/** Where flows show screens and wait for intents, and React reads the screens. */
export interface Stage {
  /** Starts a new request: a cancel of the former one no longer counts. */
  begin(): void;
  readonly screen: () => Screen;
  readonly subscribe: (listener: () => void) => () => void;
  /** Shows a screen without waiting for an intent. */
  show(screen: Screen): void;
  /** Shows a screen and waits for the person. @throws WalletError `declined` on cancel. */
  ask(screen: Screen): Promise<Exclude<Intent, { kind: "cancel" }>>;
  /** Replaces a screen on which the person is being waited for, if it is still shown. */
  revise(from: Screen, to: Screen): void;
  /** Handles the person's action; ignored if the screen does not offer it. */
  act(intent: Intent): void;
}

/** The person, or the dialog around the frame, said no. */
export const declined = (): WalletError => new WalletError("declined", walletErrorTexts.declined);

export const createStage = (onChange: (screen: Screen) => void): Stage => {
  let screen: Screen = { kind: "idle" };
  let settle: ((intent: Intent) => void) | null = null;
  let isDeclined = false;
  const listeners = new Set<() => void>();
  const show = (next: Screen) => {
    screen = next;
    for (const listener of listeners) listener();
    onChange(next);
  };
  return {
    begin: () => {
      isDeclined = false;
    },
    screen: () => screen,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (next) => {
      // The flow that waited on the former screen gets no answer.
      settle = null;
      show(next);
    },
    revise: (from, to) => {
      if (screen === from) show(to);
    },
    ask: (next) =>
      new Promise((resolve, reject) => {
        if (isDeclined) return reject(declined());
        settle = (intent) => {
          settle = null;
          if (intent.kind === "cancel") reject(declined());
          else resolve(intent);
        };
        show(next);
      }),
    act: (intent) => {
      if (!isAccepted(screen, intent)) return;
      if (settle) settle(intent);
      else if (intent.kind === "cancel") isDeclined = true; // kept until the next question
    },
  };
};
