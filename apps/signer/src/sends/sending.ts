import type { Address, SignerConfig } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import type { ConfirmContent, Intent } from "../signing/screen.ts";
import type { WalletInfo } from "../wallet/ensure-wallet.ts";
import type { WalletDependencies } from "../wallet/sharing.ts";
import { recoveryNeeded, WalletError } from "../wallet/wallet-error.ts";
import { askHandle, type Handle, rememberedHandle } from "./handle.ts";
import { type StepUpBy, withJudgement, withPurchase } from "./send-content.ts";
import {
  judgePurchase,
  judgeSend,
  type Purchase,
  recipientName,
  recordPurchase,
  recordSend,
  type SendLedger,
  type Transfer,
} from "./send-ledger.ts";
import { type SendSubject, sendWaiting } from "./send-wait.ts";

export type Confirmation = Extract<Intent, { kind: "confirm" }>;

/** What uses the day's allowance: a transfer, or a purchase of a token. */
export type Spending =
  | ({ readonly kind: "transfer" } & Transfer)
  /** Only of an existing token: one that the same transaction creates has no other holders yet. */
  | ({ readonly kind: "purchase" } & Purchase);

/** A transfer or purchase between its first display and its signature. */
export interface Sending {
  /** The subject of a day's wait if no passkey is available. */
  readonly subject: SendSubject & { readonly lamports: bigint };
  /** The content before the chain and Tribe have answered. */
  readonly atFirst: (content: ConfirmContent) => ConfirmContent;
  /** The content after both have answered. Never rejects if `content` does not. */
  readonly checked: (content: Promise<ConfirmContent>) => Promise<ConfirmContent>;
  /**
   * Takes the amount from the allowance, before anything is signed. @throws WalletError `refused` when another tab has used it up
   * since it was shown, StorageError
   */
  readonly take: (shown: ConfirmContent, intent: Confirmation) => Promise<void>;
}

interface SendingDependencies extends WalletDependencies {
  readonly config: Pick<SignerConfig, "attestationKey">;
}

interface SendingOptions {
  readonly info: WalletInfo;
  readonly wallet: Address;
  readonly spending: Spending;
  /** Whether the person has an active passkey, and this browser supports it. */
  readonly canTouch: boolean;
}

/** This device's history, and the second step that is available. */
interface Known {
  readonly ledger: SendLedger | null;
  readonly by: StepUpBy;
}

/** Reads what this device has sent and bought. @throws StorageError */
export const openSending = async (dependencies: SendingDependencies, options: SendingOptions): Promise<Sending> => {
  const { info, spending, canTouch } = options;
  const record = await dependencies.store.get(info.uid);
  const subject: SendSubject =
    spending.kind === "transfer"
      ? { what: "recipient", address: spending.recipient }
      : { what: "token", address: spending.mint };
  const by: StepUpBy = canTouch
    ? { kind: "passkey" }
    : { kind: "wait", wait: sendWaiting(info, subject, record?.devicePublicKey ?? null) };
  const known = { ledger: record?.sends ?? null, by };
  const rules =
    spending.kind === "transfer"
      ? transferRules(dependencies, options, spending, known)
      : purchaseRules(options, spending, known);
  return {
    subject: { ...subject, lamports: spending.lamports },
    atFirst: rules.atFirst,
    checked: rules.checked,
    take: (shown, intent) =>
      dependencies.store.exclusive(info.uid, async () => {
        const found = await dependencies.store.get(info.uid);
        if (!found) throw recoveryNeeded();
        // Both the passkey and the day's wait were required on the screen that was confirmed.
        const isSteppedUp = shown.needsPasskey === true || shown.wait?.kind === "over";
        const ledger = found.sends ?? null;
        if (rules.needsMore(ledger, shown, isSteppedUp))
          throw new WalletError("refused", walletErrorTexts.sentElsewhere);
        await dependencies.store.put({ ...found, sends: rules.record(ledger, intent, isSteppedUp) });
      }),
  };
};

interface Rules extends Pick<Sending, "atFirst" | "checked"> {
  readonly needsMore: (ledger: SendLedger | null, shown: ConfirmContent, isSteppedUp: boolean) => boolean;
  readonly record: (ledger: SendLedger | null, intent: Confirmation, isSteppedUp: boolean) => SendLedger;
}

/** Also asks Tribe whose address it is. */
const transferRules = (
  { api, config }: SendingDependencies,
  { info: { now }, wallet }: SendingOptions,
  transfer: Transfer,
  { ledger, by }: Known,
): Rules => {
  let handle: Handle | null = null;
  const remembered = () => (handle ? rememberedHandle(handle) : null);
  const judge = (of: SendLedger | null) => judgeSend(of, transfer, { wallet, handle: remembered(), now });
  // Without a handle the whole address is shown.
  const asked = askHandle(api, config, { address: transfer.recipient, now }).then((found) => {
    handle = found;
  });
  return {
    atFirst: (content) => withJudgement(content, judge(ledger), { handle: null, by }),
    checked: async (content) => {
      const [found] = await Promise.all([content, asked]);
      return withJudgement(found, judge(ledger), { handle, by });
    },
    needsMore: (of, shown, isSteppedUp) => {
      const { doubt, stepUp } = judge(of);
      return (stepUp !== null && !isSteppedUp) || (doubt !== null && shown.typing === null);
    },
    record: (of, { name = "" }, isTyped) =>
      recordSend(of, transfer, { now, isTyped, name: recipientName(name), handle: remembered() }),
  };
};

const purchaseRules = ({ info: { now } }: SendingOptions, purchase: Purchase, { ledger, by }: Known): Rules => {
  const { stepUp } = judgePurchase(ledger, purchase, now);
  const shownAs = (content: ConfirmContent) => withPurchase(content, stepUp, by);
  return {
    atFirst: shownAs,
    checked: async (content) => shownAs(await content),
    needsMore: (of, _shown, isSteppedUp) => judgePurchase(of, purchase, now).stepUp !== null && !isSteppedUp,
    record: (of, _intent, isTyped) => recordPurchase(of, purchase, { now, isTyped }),
  };
};
