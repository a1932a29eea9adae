import { isSameButBlockhash } from "@tribe/chain/transactions";
import type { Address, Outflow, SpendStatement, TransactionSignature } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import type { Bytes } from "../keys/bytes.ts";
import type { WalletKey } from "../keys/ed25519.ts";
import { askToSend } from "../outflow/ask-wait.ts";
import { type Declaration, type Spending, spendingOf } from "../outflow/declaration.ts";
import { askJudgement } from "../outflow/judgement.ts";
import { type Permit, permitOf } from "../outflow/permit.ts";
import { rememberSale } from "../outflow/sales.ts";
import { withStepUp } from "../outflow/step-up.ts";
import { askCreator } from "../sends/creator.ts";
import { openRecipientNotes, type RecipientNotes } from "../sends/recipient-notes.ts";
import { fetchInfo, holdsUsableShare, unlockKey, type WalletInfo } from "../wallet/ensure-wallet.ts";
import { toWalletError, WalletError, walletMissing } from "../wallet/wallet-error.ts";
import { withCreator } from "./content.ts";
import type { Describe, NamedToken } from "./describe.ts";
import { type FlowDependencies, giveUpAs, untilItWorks } from "./flow-parts.ts";
import { recoverFlow } from "./recovery/recover-flow.ts";
import { type Renewal, type Renewed, type Renewing, renewedBehind } from "./renewal.ts";
import type { AppWords, Confirmation, ConfirmContent, Screen } from "./screen.ts";
import { declined, type Stage } from "./stage.ts";
import { touchFlow } from "./touch-flow.ts";

interface SigningRequest {
  readonly bytes: Bytes;
  readonly words: AppWords;
  readonly describe: Describe;
  /** How the app prepares it again; null where it can't. */
  readonly renewal: Renewal | null;
}

/**
 * Decodes, shows, and signs after the person's press: exactly the bytes that were shown, or the same with a newer blockhash, and
 * once.
 * @throws WalletError `declined`, `refused`, `wallet_missing`, or the failure after which the person gave up
 */
export const signFlow = async (
  dependencies: FlowDependencies,
  { bytes, words, describe, renewal }: SigningRequest,
): Promise<TransactionSignature> => {
  const { stage, config, store } = dependencies;
  const proposalOf = async (value: Bytes, wallet: Address): Promise<Proposal<Bytes>> => {
    const described = await describe(value, wallet, config);
    if (described.kind === "refused") throw refused(described.reason);
    return { ...described, value };
  };
  const renew = async (shown: Bytes, wallet: Address): Promise<Renewed<Proposal<Bytes>>> => {
    const next = await (renewal?.next() ?? shown);
    return { proposal: await proposalOf(next, wallet), isSame: isSameButBlockhash(shown, next) };
  };
  const { value, permit, uid, outflow } = await confirmInWallet(
    dependencies,
    words,
    (wallet) => proposalOf(bytes, wallet),
    renewal ? { isDue: renewal.isDue, renew } : null,
  );
  const signature = await permit.sign(value);
  // A browser that can't keep it loses nothing but what the sale gives back.
  if (outflow.kind === "sale") await rememberSale(store, uid, signature).catch(() => undefined);
  stage.show({ kind: "done", text: "Signed" });
  return signature;
};

/** How the person has agreed to the same thing before: by a day's wait, or by confirming it. */
export type ConfirmedBefore = Extract<SpendStatement["judgement"]["kind"], "waited" | "free">;

/** What the person is asked to confirm: its content, what leaves by it, and the value for its signing. */
interface Proposal<Value> {
  readonly value: Value;
  readonly content: ConfirmContent;
  /** The content with the chain's answers; null if there is nothing to ask. Never rejects. */
  readonly checked: Promise<ConfirmContent> | null;
  /** The same where a day was waited for it, or where it was confirmed before and is free since. */
  readonly checkedAgain?: Readonly<Record<ConfirmedBefore, Promise<ConfirmContent>>>;
  readonly outflow: Declaration;
  /** Whom a transfer pays. */
  readonly recipient?: Address;
  /** Whose token it is. */
  readonly token?: NamedToken;
}

/**
 * The one way to a signature: what is proposed declares what leaves by it, the role `keys` judges that, the person confirms it,
 * `keys` counts it and only then gives its share of the key.
 * @param propose may throw WalletError `refused`, whose message is shown
 * @throws WalletError as {@link signFlow}
 */
export const confirmInWallet = async <Value>(
  dependencies: FlowDependencies,
  words: AppWords,
  propose: (wallet: Address) => Promise<Proposal<Value>>,
  renewing: Renewing<Value, Proposal<Value>> | null = null,
): Promise<{ readonly value: Value; readonly permit: Permit; readonly uid: string; readonly outflow: Declaration }> => {
  const { stage } = dependencies;
  const { wallet, uid } = await openWallet(dependencies, words);
  const showRefused = (thrown: unknown): Promise<never> => {
    const error = toWalletError(thrown);
    if (error.code !== "refused") throw error;
    return showRefusal(stage, words, wallet, error.message);
  };
  let proposal = await propose(wallet).catch(showRefused);
  for (;;) {
    const agreed = await agreedTo(dependencies, { words, wallet, uid, proposal }, showRefused);
    const { content } = agreed;
    if (renewing?.isDue()) {
      const shown = { kind: "confirm", words, wallet, content } as const;
      const renewed = await renewedBehind(stage, shown, renewing.renew(proposal.value, wallet)).catch(showRefused);
      proposal = renewed.proposal;
      // Anything else than what was agreed to is shown like the first one, and agreed to by a press of its own.
      if (!renewed.isSame) continue;
    }
    const { value, outflow } = proposal;
    const spending = outflow.kind === "spend" ? await spendingOf(outflow) : null;
    const bytes = outflow.kind === "spend" && content.needsPasskey ? outflow.approved : null;
    await touchFlow(dependencies, { uid, wallet, bytes });
    await untilItWorks(dependencies, async () => agreed.remember());
    const key = await unlockFor(dependencies, { words, wallet, content, spending });
    return { value, permit: permitOf(key), uid, outflow };
  }
};

/** Has the role `keys` judge a proposal, and the person press Confirm below it. @returns what they confirmed */
const agreedTo = async <Value>(
  dependencies: FlowDependencies,
  {
    words,
    wallet,
    uid,
    proposal,
  }: {
    readonly words: AppWords;
    readonly wallet: Address;
    readonly uid: string;
    readonly proposal: Proposal<Value>;
  },
  showRefused: (thrown: unknown) => Promise<never>,
): Promise<{ readonly content: ConfirmContent; readonly remember: () => Promise<void> }> => {
  const { outflow } = proposal;
  const spending = outflow.kind === "spend" ? await spendingOf(outflow) : null;
  const judged = spending && (await judgedSpend(dependencies, { spending, wallet, uid, proposal }).catch(showRefused));
  const { content, intent } = await confirmed(
    dependencies.stage,
    { kind: "confirm", words, wallet, content: judged?.atFirst(proposal.content) ?? proposal.content },
    allChecked(dependencies, proposal, judged),
  );
  if (spending && content.wait?.kind === "ask")
    return waitFlow(dependencies, { uid, wallet, outflow: spending.spend.outflow });
  return { content, remember: async () => judged?.notes?.remember(content, intent) };
};

/** A spend that was judged, with what is added to its content. */
interface JudgedSpend {
  readonly atFirst: (content: ConfirmContent) => ConfirmContent;
  readonly checked: (content: Promise<ConfirmContent>) => Promise<ConfirmContent>;
  readonly notes: RecipientNotes | null;
  readonly before: ConfirmedBefore | null;
}

const judgedSpend = async <Value>(
  dependencies: FlowDependencies,
  {
    spending: { spend },
    wallet,
    uid,
    proposal: { recipient },
  }: {
    readonly spending: Spending;
    readonly wallet: Address;
    readonly uid: string;
    readonly proposal: Proposal<Value>;
  },
): Promise<JudgedSpend> => {
  const statement = await untilItWorks(dependencies, () => askJudgement(dependencies, spend, { uid, wallet }));
  const notes = recipient ? await openRecipientNotes(dependencies, { uid, wallet, recipient, statement }) : null;
  const canTouch = dependencies.authenticator?.isThere() === true && statement.passkeys.length > 0;
  const { kind } = statement.judgement;
  const judge = (content: ConfirmContent) => withStepUp(content, statement, canTouch);
  return {
    atFirst: (content) => judge(notes?.atFirst(content) ?? content),
    checked: async (content) => judge(await (notes?.checked(content) ?? content)),
    notes,
    before: kind === "waited" || kind === "free" ? kind : null,
  };
};

/** The content with the chain's answers and the creator's attested account. Never rejects. */
const allChecked = async <Value>(
  { api, config }: FlowDependencies,
  { content, checked, checkedAgain, token }: Proposal<Value>,
  judged: JudgedSpend | null,
): Promise<ConfirmContent> => {
  const again = judged?.before ? checkedAgain?.[judged.before] : null;
  const found = again ?? checked ?? Promise.resolve(content);
  const judgedContent = await (judged?.checked(found) ?? found);
  const creator = (await token?.creator) ?? null;
  if (!token || creator === null) return judgedContent;
  return withCreator(judgedContent, creator, await askCreator(api, config, token.mint));
};

/** Asks for the day's wait, and says from when it may be confirmed. Nothing is signed, and the prepared transaction expires. */
const waitFlow = async (
  dependencies: FlowDependencies,
  { uid, wallet, outflow }: { readonly uid: string; readonly wallet: Address; readonly outflow: Outflow },
): Promise<never> => {
  const { stage } = dependencies;
  const { readyAt } = await untilItWorks(dependencies, () => {
    stage.show({ kind: "loading", words: null });
    return askToSend(dependencies, uid, outflow);
  });
  const waits = refused(walletErrorTexts.waits);
  await giveUpAs(waits, stage.ask({ kind: "waits", wallet, readyAt }));
  throw waits;
};

/** The wallet's address; a browser without a share of it gets one first. */
const openWallet = async (
  dependencies: FlowDependencies,
  words: AppWords,
): Promise<{ readonly wallet: Address; readonly uid: string }> => {
  dependencies.stage.show({ kind: "loading", words });
  const isHere = async (info: WalletInfo) => holdsUsableShare(info, await dependencies.store.get(info.uid));
  let [info, ready] = await untilItWorks(dependencies, async () => {
    const found = await fetchInfo(dependencies);
    return [found, await isHere(found)] as const;
  });
  if (!ready) {
    await recoverFlow(dependencies);
    info = await untilItWorks(dependencies, () => fetchInfo(dependencies));
  }
  if (info.address === null) throw walletMissing();
  return { wallet: info.address, uid: info.uid };
};

const showRefusal = async (stage: Stage, words: AppWords, wallet: Address, reason: string): Promise<never> => {
  await giveUpAs(refused(reason), stage.ask({ kind: "refused", words, wallet, reason }));
  throw refused(reason);
};

/** The key for what was confirmed. */
const unlockFor = async (
  dependencies: FlowDependencies,
  {
    words,
    wallet,
    content,
    spending,
  }: {
    readonly words: AppWords;
    readonly wallet: Address;
    readonly content: ConfirmContent;
    readonly spending: Spending | null;
  },
): Promise<WalletKey> => {
  const { stage } = dependencies;
  const key = await untilItWorks(dependencies, () => {
    stage.show({ kind: "signing", words, wallet, content });
    return unlockKey(dependencies, spending);
  }).catch(async (thrown: unknown) => {
    const error = toWalletError(thrown);
    if (error.code === "refused")
      await giveUpAs(error, stage.ask({ kind: "refused", words, wallet, reason: error.message }));
    throw error;
  });
  // The person confirmed for this address; another account's key must not sign.
  if (key.address !== wallet) throw refused(walletErrorTexts.changed);
  return key;
};

/** Shows the content at once, and again when the chain has answered. @returns the content that was confirmed */
const confirmed = async (
  stage: Stage,
  first: Extract<Screen, { kind: "confirm" }>,
  checked: Promise<ConfirmContent>,
): Promise<{ readonly content: ConfirmContent; readonly intent: Confirmation }> => {
  let shown = first;
  const asked = stage.ask(first);
  void checked.then((content) => {
    shown = { ...first, content };
    stage.revise(first, shown);
  });
  const intent = await asked;
  // This screen has no other intent.
  if (intent.kind !== "confirm") throw declined();
  return { content: shown.content, intent };
};

const refused = (reason: string): WalletError => new WalletError("refused", reason);
