import {
  type SignerAnswer,
  type SignerEnvelope,
  type SignerEvent,
  type SignerPhase,
  type SignerRequest,
  signerAnswerSchema,
  signerEventSchema,
  signerProtocolVersion,
  signerReadySchema,
} from "@tribe/contract";
import { walletFrameTexts } from "@tribe/domain/words";
import { SignerError, toSignerError } from "./signer-error.ts";

export interface SignerChannelOptions {
  /** The window that loads the signer; read when a message arrives, because a reload keeps the element. */
  readonly frameWindow: () => Window | null;
  readonly signerOrigin: string;
  readonly token: () => Promise<string>;
  /** Called when the API has refused the frame's token, before a new one is requested. */
  readonly expireToken: () => void;
  readonly theme: () => "light" | "dark";
  readonly onEvent?: (event: Exclude<SignerEvent, { event: "session_needed" }>) => void;
  /** The window that receives the frames' messages; by default the page's own. */
  readonly host?: Pick<Window, "addEventListener" | "removeEventListener">;
}

type SignerResult = Extract<SignerAnswer, { result: unknown }>["result"];

/** A connection to one signer frame. */
export interface SignerChannel {
  /**
   * Sends a request and waits for its answer.
   * @param timeoutMilliseconds null if a person decides; a fixed timeout for a silent frame begins with their decision
   * @throws SignerError
   */
  request(request: SignerRequest, timeoutMilliseconds: number | null): Promise<SignerResult>;
  /** Sends the frame the present theme and a valid token. */
  refresh(): Promise<void>;
  /** Ends the connection; open requests end as `unavailable`. */
  close(): void;
}

/** The timeout for the frame's `ready`. */
const connectMilliseconds = 20_000;
const sessionMilliseconds = 20_000;
/** After the press on Confirm no decision is open: a frame that is silent for this time has failed. */
const signingMilliseconds = 60_000;

interface Waiting {
  readonly resolve: (result: SignerResult) => void;
  readonly reject: (error: SignerError) => void;
}

/**
 * Waits for the frame's `ready`, sends it a port and communicates over it. Only a message from exactly this frame and exactly the
 * signer's origin counts. A frame that reloads gets a new port and a new session; open requests fail as `unavailable`, because
 * the frame that had them is gone.
 */
export const openSignerChannel = (options: SignerChannelOptions): SignerChannel => {
  const host = options.host ?? window;
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let port: MessagePort | null = null;
  let closed = false;
  let session: Promise<void> | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  /** Callbacks that wait for the frame's first `ready`. */
  const arrivals = new Set<() => void>();

  const rejectAll = (message: string) => {
    for (const entry of waiting.values()) entry.reject(new SignerError("unavailable", message));
    waiting.clear();
  };

  const post = (request: SignerRequest, timeout: number | null): Promise<SignerResult> =>
    new Promise((resolve, reject) => {
      if (!port) return reject(new SignerError("unavailable", walletFrameTexts.closed));
      const id = nextId++;
      const timer =
        timeout === null
          ? undefined
          : setTimeout(() => {
              waiting.delete(id);
              reject(new SignerError("unavailable", walletFrameTexts.silent));
            }, timeout);
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          then(value);
        };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      port.postMessage({ id, request } satisfies SignerEnvelope);
    });

  const sendSession = async () => {
    const walletToken = await options.token();
    await post({ method: "session", walletToken, theme: options.theme() }, sessionMilliseconds);
  };

  /** A failed session is dropped, so that the next request tries again. */
  const startSession = (): Promise<void> => {
    const started = sendSession().catch((error: unknown) => {
      if (session === started) session = null;
      throw toSignerError(error);
    });
    session = started;
    return started;
  };

  /** A cancelled request ignores its answer, so that a late signature is not submitted. */
  const onPhase = (phase: SignerPhase) => {
    clearTimeout(silence);
    if (phase === "signing") silence = setTimeout(() => rejectAll(walletFrameTexts.silent), signingMilliseconds);
  };

  const onPortMessage = (data: unknown) => {
    const answer = signerAnswerSchema.safeParse(data);
    if (answer.success) {
      const entry = waiting.get(answer.data.id);
      waiting.delete(answer.data.id);
      if ("error" in answer.data) {
        const { code, message, requestId } = answer.data.error;
        entry?.reject(new SignerError(code, message, { requestId }));
      } else entry?.resolve(answer.data.result);
      return;
    }
    const event = signerEventSchema.safeParse(data);
    if (!event.success) return;
    if (event.data.event === "session_needed") {
      options.expireToken();
      startSession().catch(() => undefined); // the frame's own call fails as unavailable, which the person sees
      return;
    }
    if (event.data.event === "phase") onPhase(event.data.phase);
    options.onEvent?.(event.data);
  };

  const onWindowMessage = (event: MessageEvent) => {
    if (event.origin !== options.signerOrigin || event.source !== options.frameWindow()) return;
    if (!signerReadySchema.safeParse(event.data).success) return;
    port?.close();
    clearTimeout(silence);
    rejectAll(walletFrameTexts.restarted);
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = (message) => onPortMessage(message.data);
    options
      .frameWindow()
      ?.postMessage({ tribeSigner: signerProtocolVersion, connect: true }, options.signerOrigin, [channel.port2]);
    session = null;
    for (const arrived of arrivals) arrived();
  };
  host.addEventListener("message", onWindowMessage);

  const whenPresent = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (port || closed) return resolve();
      const arrived = () => {
        clearTimeout(timer);
        arrivals.delete(arrived);
        resolve();
      };
      const timer = setTimeout(() => {
        arrivals.delete(arrived);
        reject(new SignerError("unavailable", walletFrameTexts.notLoaded));
      }, connectMilliseconds);
      arrivals.add(arrived);
    });

  const whenInSession = async () => {
    await whenPresent();
    session ??= startSession();
    await session;
  };

  return {
    request: async (request, timeout) => {
      await whenInSession();
      return post(request, timeout);
    },
    refresh: async () => {
      await whenPresent();
      await startSession();
    },
    close: () => {
      closed = true;
      clearTimeout(silence);
      host.removeEventListener("message", onWindowMessage);
      rejectAll(walletFrameTexts.closed);
      port?.close();
      port = null;
      for (const arrived of arrivals) arrived();
    },
  };
};
