import type { Address, Base64, SignerAirdrop, SignerAirdropStep, TransactionSignature } from "@tribe/contract";
import { texts, walletFrameTexts } from "@tribe/domain/words";
import type { AirdropEnding } from "../../shared/wallet/wallet-parts.ts";
import type { SignerChannel } from "./signer-channel.ts";
import { SignerError } from "./signer-error.ts";

/** The dialog's own texts above what the signer decoded. */
export interface ConfirmView {
  /** At most 120 characters. */
  readonly title: string;
  /** At most 400 characters. */
  readonly description: string;
  /** The label of the largest possible cost; `Max Spend` by default, `Max SOL Required` in the versioned dialog. */
  readonly spendLabel?: "Max Spend" | "Max SOL Required";
}

/** The wallet's calls. All of them reject with SignerError. */
export interface SignerClient {
  /** Creates the account's wallet, or returns the address of the existing one. `recovery_needed` in a new browser. */
  create(): Promise<Address>;
  /** Checks that this browser can rebuild the key. */
  unlock(): Promise<Address>;
  /** The account's address, or null if it has none yet; does not use the key. */
  address(): Promise<Address | null>;
  /** Needs a visible frame: the person confirms inside it. */
  signTransaction(message: Base64, view: ConfirmView): Promise<TransactionSignature>;
  /** Needs a visible frame: the person confirms several claims at once, and all are signed. */
  signClaims(messages: Base64[], view: ConfirmView): Promise<readonly TransactionSignature[]>;
  /** Needs a visible frame. Only Solana's off-chain message format. */
  signMessage(message: Base64, view: ConfirmView): Promise<TransactionSignature>;
  /** Needs a visible frame: the person confirms a whole airdrop inside it. */
  confirmAirdrop(airdrop: SignerAirdrop, view: ConfirmView): Promise<void>;
  /** Signs transactions of the airdrop that was confirmed in this frame; refuses all others. */
  signAirdrop(steps: SignerAirdropStep[]): Promise<readonly TransactionSignature[]>;
  /** Needs a visible frame: the person confirms inside it that an airdrop is ended. */
  endAirdrop(ending: AirdropEnding, view: ConfirmView): Promise<readonly TransactionSignature[]>;
  /** Needs a visible frame: it has a link mailed and waits until the link's page has recovered the wallet to this browser. */
  recover(): Promise<Address>;
  /** Needs a visible frame, which shows the address until it is unmounted. */
  receive(): Promise<void>;
  /** Forgets the token inside the frame. */
  lock(): Promise<void>;
  /** Declines the request that is shown. */
  cancel(): Promise<void>;
}

const quickTimeout = 25_000;
/** For `create`, which makes six API calls. */
const manyCallsTimeout = 90_000;

const malformed = () => new SignerError("unavailable", walletFrameTexts.malformed);

/** Creates a client whose results are typed by the call. */
export const createSignerClient = (channel: SignerChannel): SignerClient => {
  const address = async (method: "create" | "unlock" | "recover" | "address", timeout: number | null) => {
    const result = await channel.request({ method }, timeout);
    if (!("address" in result)) throw malformed();
    return result.address;
  };
  const present = async (method: "create" | "unlock" | "recover", timeout: number | null) => {
    const found = await address(method, timeout);
    if (found === null) throw new SignerError("wallet_missing", texts.walletNotFound);
    return found;
  };
  const sign = async (method: "signTransaction" | "signMessage", message: Base64, view: ConfirmView) => {
    const result = await channel.request({ method, message, view }, null);
    if (!("signature" in result)) throw malformed();
    return result.signature;
  };
  return {
    create: () => present("create", manyCallsTimeout),
    unlock: () => present("unlock", manyCallsTimeout),
    address: () => address("address", quickTimeout),
    signTransaction: (message, view) => sign("signTransaction", message, view),
    signMessage: (message, view) => sign("signMessage", message, view),
    signClaims: async (messages, view) => {
      const result = await channel.request({ method: "signClaims", messages, view }, null);
      if (!("signatures" in result) || result.signatures.length !== messages.length) throw malformed();
      return result.signatures;
    },
    confirmAirdrop: async (airdrop, view) => {
      await channel.request({ method: "confirmAirdrop", airdrop, view }, null);
    },
    signAirdrop: async (steps) => {
      const result = await channel.request({ method: "signAirdrop", steps }, quickTimeout);
      if (!("signatures" in result) || result.signatures.length !== steps.length) throw malformed();
      return result.signatures;
    },
    endAirdrop: async (ending, view) => {
      const { slot, listHash } = ending;
      const steps = ending.steps.map(({ kind, message }) => ({ kind, message }));
      const result = await channel.request({ method: "endAirdrop", slot, listHash, steps, view }, null);
      if (!("signatures" in result) || result.signatures.length !== steps.length) throw malformed();
      return result.signatures;
    },
    recover: () => present("recover", null),
    receive: async () => {
      await channel.request({ method: "receive" }, null);
    },
    lock: async () => {
      await channel.request({ method: "lock" }, quickTimeout);
    },
    cancel: async () => {
      await channel.request({ method: "cancel" }, quickTimeout);
    },
  };
};
