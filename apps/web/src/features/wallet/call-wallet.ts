import type { Address, SignerAnswer, TransactionSignature } from "@tribe/contract";
import { texts, walletFrameTexts } from "@tribe/domain/words";
import type { WalletFrameResults, WalletRequest } from "../../shared/wallet/wallet.ts";
import type { SignerChannel } from "./signer-channel.ts";
import { SignerError } from "./signer-error.ts";

/** The calls of the page, and their results. */
interface WalletResults extends WalletFrameResults {
  /** Creates the account's wallet, or returns the address of the existing one. `recovery_needed` in a new browser. */
  readonly create: Address;
  /** Null if the account has none yet; does not use the key. */
  readonly address: Address | null;
  /** Refuses transactions of any airdrop but the one that was confirmed in this frame. */
  readonly signAirdrop: readonly TransactionSignature[];
}

type SignerResult = Extract<SignerAnswer, { result: unknown }>["result"];

interface Call<Method extends keyof WalletResults> {
  /** Milliseconds; null while a person decides. */
  readonly timeout: number | null;
  readonly read: (
    result: SignerResult,
    request: WalletRequest<Method>,
    channel: SignerChannel,
  ) => WalletResults[Method];
}

const quickly = 25_000;
/** For `create`, which makes six API calls. */
const inManyCalls = 90_000;

const malformed = () => new SignerError("unavailable", walletFrameTexts.malformed);

/** Of a request that ends as `declined` only. */
const readNothing = (): never => {
  throw malformed();
};
const readAddress = (result: SignerResult): Address | null => {
  if (!("address" in result)) throw malformed();
  return result.address;
};
const readWallet = (result: SignerResult): Address => {
  const address = readAddress(result);
  if (address === null) throw new SignerError("wallet_missing", texts.walletNotFound);
  return address;
};
const readSignatures = (result: SignerResult, count: number): readonly TransactionSignature[] => {
  if (!("signatures" in result) || result.signatures.length !== count) throw malformed();
  return result.signatures;
};

const calls: { readonly [Method in keyof WalletResults]: Call<Method> } = {
  create: { timeout: inManyCalls, read: readWallet },
  address: { timeout: quickly, read: readAddress },
  recover: { timeout: null, read: readWallet },
  receive: { timeout: null, read: readNothing },
  ownPage: { timeout: null, read: readNothing },
  signTransaction: {
    timeout: null,
    read: (result) => {
      if (!("signature" in result)) throw malformed();
      return result.signature;
    },
  },
  signClaims: { timeout: null, read: (result, { messages }) => readSignatures(result, messages.length) },
  confirmAirdrop: {
    timeout: null,
    read: (_result, _request, channel) => (steps) => callWallet(channel, { method: "signAirdrop", steps }),
  },
  signAirdrop: { timeout: quickly, read: (result, { steps }) => readSignatures(result, steps.length) },
  endAirdrop: { timeout: null, read: (result, { steps }) => readSignatures(result, steps.length) },
};

/** Calls the wallet's frame. @throws SignerError */
export const callWallet = async <Method extends keyof WalletResults>(
  channel: SignerChannel,
  request: WalletRequest<Method>,
): Promise<WalletResults[Method]> => {
  const { timeout, read }: Call<Method> = calls[request.method];
  return read(await channel.request(request, timeout), request, channel);
};
