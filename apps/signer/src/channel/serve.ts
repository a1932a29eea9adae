import { type SignerAnswer, type SignerEvent, type SignerRequest, signerEnvelopeSchema } from "@tribe/contract";
import { toWalletError } from "../wallet/wallet-error.ts";

/** The result of a request. */
export type SignerResult = Extract<SignerAnswer, { result: unknown }>["result"];

/** The app's end of the channel as the frame sees it. */
export interface AppChannel {
  emit(event: SignerEvent): void;
}

/**
 * Answers each of the app's requests exactly once. Messages that the contract does not define are dropped: there is nobody to
 * answer. Errors are sent as code and text, with the name of the request that failed, never with their cause.
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
      const { code, message, requestId } = toWalletError(thrown);
      answer({ id, error: { code, message, ...(requestId === undefined ? {} : { requestId }) } });
    }
  };
  return { emit: (event) => port.postMessage(event) };
};
