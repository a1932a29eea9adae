import type { Address, TransactionSignature } from "@tribe/contract";
import { walletErrorTexts } from "@tribe/domain/words";
import type { Bytes } from "../keys/bytes.ts";
import { signBytes, type WalletKey } from "../keys/ed25519.ts";
import { passkeysInForce } from "../passkeys/recover-by-passkey.ts";
import { askHandle } from "../sends/handle.ts";
import { askToSend } from "../sends/send-wait.ts";
import { type Confirmation, openSending, type Sending } from "../sends/sending.ts";
import { fetchInfo, hasUsableShare, unlockKey, type WalletInfo } from "../wallet/ensure-wallet.ts";
import { toWalletError, WalletError, walletMissing } from "../wallet/wallet-error.ts";
import { withCreator } from "./content.ts";
import type { Describe } from "./describe.ts";
import { type FlowDependencies, giveUpAs, untilItWorks } from "./flow-parts.ts";
import { recoverFlow } from "./recovery/recover-flow.ts";
import type { AppWords, ConfirmContent, Screen } from "./screen.ts";
import { declined, type Stage } from "./stage.ts";
import { touchFlow } from "./touch-flow.ts";

interface SigningRequest {
  readonly bytes: Bytes;
  readonly words: AppWords;
  readonly describe: Describe;
}

/**
 * Decodes, shows, and signs after the person's press: exactly the bytes that were shown, and once.
 * @throws WalletError `declined`, `refused`, `wallet_missing`, or the failure after which the person gave up
 */
export const signFlow = async (
  dependencies: FlowDependencies,
  { bytes, words, describe }: SigningRequest,
): Promise<TransactionSignature> => {
  const { stage, config } = dependencies;
  const { address, info, canTouch } = await openWallet(dependencies, words);
  const { uid } = info;
  const described = await describe(bytes, address, config);
  const wallet = address;
  if (described.kind === "refused") return showRefusal(stage, words, wallet, described.reason);
  const { spending } = described;
  const sending = spending ? await openSending(dependencies, { info, wallet, spending, canTouch }) : null;
  const { content, intent } = await confirmed(
    stage,
    { kind: "confirm", words, wallet, content: sending?.atFirst(described.content) ?? described.content },
    described.checked && allChecked(dependencies, { ...described, checked: described.checked }, { sending, info }),
  );
  if (sending && content.wait?.kind === "ask") return waitFlow(dependencies, { uid, wallet, sending });
  await touchFlow(dependencies, { uid, wallet, bytes: content.needsPasskey ? bytes : null });
  if (sending) await untilItWorks(dependencies, () => sending.take(content, intent));
  const key = await unlockFor(dependencies, { words, wallet, content });
  const signature = await signBytes(key, bytes);
  stage.show({ kind: "done", text: "Signed" });
  return signature;
};

/** The chain's answers, with the creator's attested account. Never rejects. */
const allChecked = async (
  { api, config }: FlowDependencies,
  { checked, creator }: { readonly checked: Promise<ConfirmContent>; readonly creator?: Promise<Address | null> },
  { sending, info: { now } }: { readonly sending: Sending | null; readonly info: WalletInfo },
): Promise<ConfirmContent> => {
  const content = sending ? sending.checked(checked) : checked;
  const address = (await creator) ?? null;
  return address === null ? content : withCreator(await content, await askHandle(api, config, { address, now }));
};

/** Asks for the day's wait, and says from when it may be confirmed. Nothing is signed, and the prepared transaction expires. */
const waitFlow = async (
  dependencies: FlowDependencies,
  { uid, wallet, sending }: { readonly uid: string; readonly wallet: Address; readonly sending: Sending },
): Promise<never> => {
  const { stage } = dependencies;
  const { readyAt } = await untilItWorks(dependencies, () => {
    stage.show({ kind: "loading", words: null });
    return askToSend(dependencies, uid, sending.subject);
  });
  const waits = refused(walletErrorTexts.waits);
  await giveUpAs(waits, stage.ask({ kind: "waits", wallet, readyAt }));
  throw waits;
};

/** What the person is asked to confirm: its content and the value for its signing. */
interface Proposal<Value> {
  readonly value: Value;
  readonly content: ConfirmContent;
  /** The content with the chain's answers. Never rejects. */
  readonly checked: Promise<ConfirmContent>;
}

/**
 * Shows the proposal of `propose` for the wallet, and gives the key after the person's press.
 * @param propose may throw WalletError `refused`, whose message is shown
 * @throws WalletError as {@link signFlow}
 */
export const confirmInWallet = async <Value>(
  dependencies: FlowDependencies,
  words: AppWords,
  propose: (wallet: Address) => Promise<Proposal<Value>>,
): Promise<{ readonly value: Value; readonly key: WalletKey }> => {
  const { stage } = dependencies;
  const { address: wallet, info } = await openWallet(dependencies, words);
  const { uid } = info;
  const { value, content, checked } = await propose(wallet).catch((thrown: unknown) => {
    const error = toWalletError(thrown);
    if (error.code !== "refused") throw error;
    return showRefusal(stage, words, wallet, error.message);
  });
  const shown = await confirmed(stage, { kind: "confirm", words, wallet, content }, checked);
  await touchFlow(dependencies, { uid, wallet, bytes: null });
  return { value, key: await unlockFor(dependencies, { words, wallet, content: shown.content }) };
};

/** The wallet's address; a browser without a share of it gets one first. */
const openWallet = async (dependencies: FlowDependencies, words: AppWords) => {
  dependencies.stage.show({ kind: "loading", words });
  const ready = await untilItWorks(dependencies, () => hasUsableShare(dependencies));
  if (!ready) await recoverFlow(dependencies);
  const info = await untilItWorks(dependencies, () => fetchInfo(dependencies));
  const { address } = info;
  if (address === null) throw walletMissing();
  const canTouch = dependencies.authenticator?.isThere() === true && passkeysInForce(info).length > 0;
  return { address, info, canTouch };
};

const showRefusal = async (stage: Stage, words: AppWords, wallet: Address, reason: string): Promise<never> => {
  await giveUpAs(refused(reason), stage.ask({ kind: "refused", words, wallet, reason }));
  throw refused(reason);
};

/** The key for what was confirmed. */
const unlockFor = async (
  dependencies: FlowDependencies,
  { words, wallet, content }: { readonly words: AppWords; readonly wallet: Address; readonly content: ConfirmContent },
): Promise<WalletKey> => {
  const { stage } = dependencies;
  const key = await untilItWorks(dependencies, () => {
    stage.show({ kind: "signing", words, wallet, content });
    return unlockKey(dependencies);
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
  checked: Promise<ConfirmContent> | null,
): Promise<{ readonly content: ConfirmContent; readonly intent: Confirmation }> => {
  let shown = first;
  const asked = stage.ask(first);
  void checked?.then((content) => {
    shown = { ...first, content };
    stage.revise(first, shown);
  });
  const intent = await asked;
  // This screen has no other intent.
  if (intent.kind !== "confirm") throw declined();
  return { content: shown.content, intent };
};

const refused = (reason: string): WalletError => new WalletError("refused", reason);
