import { type SignerAnswer, type SignerEvent, type SignerRequest, signerEnvelopeSchema } from "@tribe/contract";
import { toWalletError } from "../wallet/wallet-error.ts";

/** What a request can end with. */
export type SignerResult = Extract<SignerAnswer, { result: unknown }>["result"];

/** The app's end of the channel as the frame sees it. */
export interface AppChannel {
  emit(event: SignerEvent): void;
}

/**
 * Answers the app's requests, each exactly once. What the contract does not know is dropped: there is nobody to
 * answer to. Errors travel as code and words, never with their cause.
 */
export const serveApp = (port: MessagePort, handle: (request: SignerRequest) => Promise<SignerResult>): AppChannel => {
  const answer = (message: SignerAnswer) => port.postMessage(message);
  port.onmessage = async (event: MessageEvent<unknown>) => {
    const parsed = signerEnvelopeSchema.safeParse(event.data);
    if (!parsed.success) return;
    const { id, request } = parsed.data;
    try {
      answer({ id, result: await handle(request) });
    } catch (thrown) {
      const { code, message } = toWalletError(thrown);
      answer({ id, error: { code, message } });
    }
  };
  return { emit: (event) => port.postMessage(event) };
};
