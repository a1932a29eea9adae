import type { Address, SpendStatement } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import type { JudgeDependencies } from "../outflow/judgement.ts";
import type { Confirmation, ConfirmContent } from "../signing/screen.ts";
import { recoveryNeeded, WalletError } from "../wallet/wallet-error.ts";
import { askHandle, type Handle, rememberedHandle } from "./handle.ts";
import { judgeRecipient, recipientName, recordRecipient } from "./known-recipients.ts";
import { withRecipient } from "./recipient-content.ts";

/** What is known of a transfer's recipient, between its first display and its signature. */
export interface RecipientNotes {
  /** The content before the chain and Tribe have answered. */
  readonly atFirst: (content: ConfirmContent) => ConfirmContent;
  /** The content after both have answered. Never rejects if `content` does not. */
  readonly checked: (content: Promise<ConfirmContent>) => Promise<ConfirmContent>;
  /**
   * Remembers the recipient, before anything is signed. @throws WalletError `refused` when another tab has sent to a look-alike
   * since it was shown, StorageError
   */
  readonly remember: (shown: ConfirmContent, intent: Confirmation) => Promise<void>;
}

interface NotesOptions {
  readonly uid: string;
  readonly wallet: Address;
  readonly recipient: Address;
  readonly statement: SpendStatement;
}

/** Reads what this device knows of the recipient, and asks Tribe whose address it is. @throws StorageError */
export const openRecipientNotes = async (
  { api, store, config }: JudgeDependencies,
  { uid, wallet, recipient, statement }: NotesOptions,
): Promise<RecipientNotes> => {
  const ledger = (await store.get(uid))?.sends ?? null;
  const { now } = statement;
  let handle: Handle | null = null;
  const judge = (of: typeof ledger) =>
    judgeRecipient(of, recipient, { wallet, handle: handle ? rememberedHandle(handle) : null, record: statement });
  // Without a handle the whole address is shown.
  const asked = askHandle(api, config, { address: recipient, now }).then((found) => {
    handle = found;
  });
  return {
    atFirst: (content) => withRecipient(content, judge(ledger), null),
    checked: async (content) => {
      const [found] = await Promise.all([content, asked]);
      return withRecipient(found, judge(ledger), handle);
    },
    remember: (shown, { name = "" }) =>
      store.exclusive(uid, async () => {
        const record = await store.get(uid);
        if (!record) throw recoveryNeeded();
        const known = record.sends ?? null;
        if (judge(known).doubt !== null && shown.typing === null)
          throw new WalletError("refused", walletErrorTexts.sentElsewhere);
        const done = { now, name: recipientName(name), handle: handle ? rememberedHandle(handle) : null };
        await store.put({ ...record, sends: recordRecipient(known, recipient, done) });
      }),
  };
};
