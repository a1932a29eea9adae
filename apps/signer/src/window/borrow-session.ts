import { createFrameSession, type FrameSession } from "../wallet/session.ts";

const channelName = "tribe-wallet-session";

/** What the wallet's own page and the frames of the same browser say to each other; only this origin hears it. */
type Message =
  /** `used`: the token that was refused. */
  { readonly kind: "ask"; readonly used: string | null } | { readonly kind: "token"; readonly token: string };

/**
 * Lends the app's token to the wallet's own page in this browser.
 * @returns what must be called with each new token of the app
 */
export const lendSession = (token: () => string | null, renew: () => void): ((token: string) => void) => {
  const channel = new BroadcastChannel(channelName);
  const tell = (lent: string) => channel.postMessage({ kind: "token", token: lent } satisfies Message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== "ask") return;
    const present = token();
    if (present === null) return;
    if (present === data.used) renew();
    else tell(present);
  };
  return tell;
};

/** The wallet's own page asks the frames of this browser for theirs; where no page of Tribe is open, nobody answers. */
export const borrowSession = (apiOrigin: string, waitMilliseconds: number): FrameSession => {
  const channel = new BroadcastChannel(channelName);
  const session = createFrameSession({
    apiOrigin,
    waitMilliseconds,
    askForSession: () => channel.postMessage({ kind: "ask", used: session.token() } satisfies Message),
  });
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "token" && data.token !== session.token()) session.begin(data.token);
  };
  return session;
};
