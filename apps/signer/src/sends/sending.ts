import { type Address, routes } from "@tribe/contract";
import type { ConfirmContent, Intent } from "../signing/screen.ts";
import type { WalletDependencies } from "../wallet/sharing.ts";
import { recoveryNeeded, WalletError } from "../wallet/wallet-error.ts";
import { type Person, withJudgement } from "./send-content.ts";
import { judgeSend, recipientName, recordSend, type SendLedger, type Transfer } from "./send-ledger.ts";

export type Confirmation = Extract<Intent, { kind: "confirm" }>;

/** One transfer on its way to the person's press, and from there to the signature. */
export interface Sending {
  /** What is shown before the chain and Tribe were asked. */
  readonly atFirst: (content: ConfirmContent) => ConfirmContent;
  /** The same when both have answered. Never rejects if `content` does not. */
  readonly checked: (content: Promise<ConfirmContent>) => Promise<ConfirmContent>;
  /**
   * Takes the transfer from the allowance, before anything is signed. @throws WalletError `refused` when another tab has used
   * it up since it was shown, StorageError
   */
  readonly take: (shown: ConfirmContent, intent: Confirmation) => Promise<void>;
}

interface SendingOptions {
  readonly uid: string;
  readonly wallet: Address;
  readonly transfer: Transfer;
  /** Whether the person has a passkey that counts. */
  readonly canTouch: boolean;
}

/** Reads what this device has sent, and asks Tribe whose address it is. @throws StorageError */
export const openSending = async (
  { api, store, now = Date.now }: WalletDependencies & { readonly now?: () => number },
  { uid, wallet, transfer, canTouch }: SendingOptions,
): Promise<Sending> => {
  const ledger = (await store.get(uid))?.sends ?? null;
  let person: Person | null = null;
  const judge = (of: SendLedger | null) =>
    judgeSend(of, transfer, { wallet, handle: person?.handle ?? null, now: now() });
  const asked = api(routes.wallet.recipient, { query: { address: transfer.recipient } }).then(
    (answer) => {
      person = answer.person;
    },
    () => undefined, // without it the address stands there as it is, whole
  );
  return {
    atFirst: (content) => withJudgement(content, judge(ledger), { person: null, canTouch }),
    checked: async (content) => {
      const [found] = await Promise.all([content, asked]);
      return withJudgement(found, judge(ledger), { person, canTouch });
    },
    take: (shown, { name = "" }) =>
      store.exclusive(uid, async () => {
        const record = await store.get(uid);
        if (!record) throw recoveryNeeded();
        // By a word or by a passkey: either was asked for on what was shown.
        const isTyped = shown.typing !== null || shown.needsPasskey === true;
        if (judge(record.sends ?? null).stepUp !== null && !isTyped)
          throw new WalletError("refused", "You sent something from another tab meanwhile. Look at this once more.");
        const sends = recordSend(record.sends ?? null, transfer, {
          ...{ now: now(), isTyped, name: recipientName(name), handle: person?.handle ?? null },
        });
        await store.put({ ...record, sends });
      }),
  };
};
