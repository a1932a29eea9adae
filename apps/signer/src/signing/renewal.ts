// Why a renewed message may be signed without another press: docs/decisions/0191.
import type { Address } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import type { Bytes } from "../keys/bytes.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import type { Screen } from "./screen.ts";
import { declined, type Stage } from "./stage.ts";

/** A blockhash lasts for 150 slots, about a minute, and the app's is some seconds old when it comes. Milliseconds. */
export const messageLasts = 45_000;
/** How long the app has for preparing it again: longer than its own limit. Milliseconds. */
const answerTimeout = 70_000;

/** A transaction's message that may expire while the person reads. */
export interface Renewal {
  /** Whether the last message may have expired by now. */
  readonly isDue: () => boolean;
  /** The app's message in its place. @throws WalletError `unavailable` when none comes */
  readonly next: () => Promise<Bytes>;
}

/** What the frame asks the app for again, and gets by another request. */
export interface Renewals {
  /** For a message that has just come. */
  readonly begin: () => Renewal;
  /** The app's answer; ignored when nothing was asked. */
  readonly accept: (message: Bytes) => void;
}

export const createRenewals = (askApp: () => void, now: () => number): Renewals => {
  let acceptMessage: (message: Bytes) => void = () => undefined;
  return {
    begin: () => {
      let cameAt = now();
      return {
        isDue: () => now() - cameAt >= messageLasts,
        next: () =>
          new Promise((resolve, reject) => {
            const timer = setTimeout(() => {
              acceptMessage = () => undefined;
              reject(new WalletError("unavailable", walletErrorTexts.notRenewed));
            }, answerTimeout);
            acceptMessage = (message) => {
              clearTimeout(timer);
              acceptMessage = () => undefined;
              cameAt = now();
              resolve(message);
            };
            askApp();
          }),
      };
    },
    accept: (message) => acceptMessage(message),
  };
};

/** What takes the place of a proposal that may have expired; `isSame` but for what nobody has to see. */
export interface Renewed<Proposal> {
  readonly proposal: Proposal;
  readonly isSame: boolean;
}

/** How a proposal is renewed after the person's press, before anything is signed for it. */
export interface Renewing<Value, Proposal> {
  readonly isDue: () => boolean;
  readonly renew: (shown: Value, wallet: Address) => Promise<Renewed<Proposal>>;
}

/** Waits for a renewed proposal behind what was confirmed, which can't be confirmed once more, but still cancelled. */
export const renewedBehind = async <Proposal>(
  stage: Stage,
  shown: Extract<Screen, { kind: "confirm" }>,
  renewal: Promise<Renewed<Proposal>>,
): Promise<Renewed<Proposal>> => {
  const checking = { ...shown, content: { ...shown.content, isChecking: true } };
  const renewed = await Promise.race([renewal, stage.ask(checking)]);
  // This screen has no other intent.
  if (!("proposal" in renewed)) throw declined();
  // Another content begins with empty fields.
  stage.show(renewed.isSame ? checking : { kind: "loading", words: shown.words });
  return renewed;
};
