import {
  type Address,
  type SignerAnswer,
  type SignerErrorCode,
  type SignerEvent,
  type SignerRequest,
  signerConnectSchema,
  signerEnvelopeSchema,
  signerProtocolVersion,
} from "@tribe/contract";
import { createLog } from "./log.ts";

type RequestOf<Method extends SignerRequest["method"]> = Extract<SignerRequest, { readonly method: Method }>;
type SignerResult = Extract<SignerAnswer, { result: unknown }>["result"];

/** A request of the page that waits for the person in the wallet's frame. */
export interface OpenRequest<Method extends SignerRequest["method"] = SignerRequest["method"]> {
  readonly request: RequestOf<Method>;
  /** The person confirms, and this is the wallet's answer. */
  readonly confirm: (result: SignerResult) => void;
  readonly decline: () => void;
  readonly fail: (code: SignerErrorCode, message?: string, requestId?: string) => void;
  /** Sends an event of the frame that shows the request: its height, its phase. */
  readonly send: (event: SignerEvent) => void;
}

/** What the wallet of this person answers by itself: everything that shows no view. Undefined: the person decides. */
const resultWithoutView = (request: SignerRequest, address: Address | null): SignerResult | undefined => {
  switch (request.method) {
    case "session":
    case "lock":
    case "cancel":
      return {};
    case "address":
      return { address };
    case "create":
    case "unlock":
      return address === null ? undefined : { address };
    default:
      return undefined;
  }
};

/** The wallet's frames, by the contract's protocol: they keep no key and draw nothing. */
export const createScriptedWallet = () => {
  const requests = createLog<OpenRequest>();
  let address: Address | null = null;
  let answerByItself: (request: SignerRequest) => SignerResult | SignerErrorCode | undefined = (request) =>
    resultWithoutView(request, address);

  const connect = (frame: Window, post: (message: unknown) => void): void => {
    frame.addEventListener("message", ({ data, ports: [port] }: MessageEvent<unknown>) => {
      if (!port || !signerConnectSchema.safeParse(data).success) return;
      const send = (message: SignerAnswer | SignerEvent): void => port.postMessage(message);
      port.onmessage = (message: MessageEvent<unknown>) => {
        const { id, request } = signerEnvelopeSchema.parse(message.data);
        const confirm = (result: SignerResult): void => send({ id, result });
        const fail = (code: SignerErrorCode, text = "", requestId?: string): void =>
          send({ id, error: { code, message: text, ...(requestId === undefined ? {} : { requestId }) } });
        const answer = answerByItself(request);
        if (typeof answer === "string") fail(answer);
        else if (answer) confirm(answer);
        else send({ event: "phase", phase: "waiting" });
        requests.add({ request, confirm, fail, decline: () => fail("declined"), send });
      };
    });
    post({ tribeSigner: signerProtocolVersion, ready: true });
  };

  return {
    connect,
    /** Every request of the page, in order. */
    requests: requests.all,
    /** The page's first request of this method, made already or soon. */
    requested: <Method extends SignerRequest["method"]>(method: Method): Promise<OpenRequest<Method>> =>
      requests.first(
        // The method decides the request's type.
        (entry): entry is OpenRequest<Method> & OpenRequest => entry.request.method === method,
        `a request '${method}' to the wallet`,
      ),
    /** Whose wallet it is; null: this person has none. */
    setAddress: (next: Address | null): void => {
      address = next;
    },
    /**
     * What the wallet answers by itself, a result or an error's code, in place of an unlocked wallet's; undefined leaves it to
     * the person.
     */
    answer: (to: typeof answerByItself): void => {
      answerByItself = (request) => to(request) ?? resultWithoutView(request, address);
    },
  } as const;
};

export type ScriptedWallet = ReturnType<typeof createScriptedWallet>;
