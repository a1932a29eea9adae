/**
 * How the wallet's own page, in a window of its own, gets to speak for the person: a frame of the same origin in the app's page has a
 * token, and gives it to pages of that origin alone. The app learns nothing of it.
 */
const channelName = "tribe-wallet-session";

/** A frame renews its token by the app, which may have to ask the server. */
const answerMilliseconds = 6_000;

interface Question {
  readonly ask: string;
}
interface Answer {
  readonly answer: string;
  readonly walletToken: string;
}

const isQuestion = (data: unknown): data is Question =>
  typeof data === "object" && data !== null && "ask" in data && typeof data.ask === "string";

const isAnswer = (data: unknown): data is Answer =>
  typeof data === "object" &&
  data !== null &&
  "answer" in data &&
  typeof data.answer === "string" &&
  "walletToken" in data &&
  typeof data.walletToken === "string";

/** Answers pages of this origin with a token that works. @returns what ends it */
export const shareSession = (freshToken: () => Promise<string>): (() => void) => {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isQuestion(data)) return;
    freshToken().then(
      (walletToken) => channel.postMessage({ answer: data.ask, walletToken } satisfies Answer),
      () => undefined, // nobody is signed in here; another frame may answer
    );
  };
  return () => channel.close();
};

/** Asks this browser's frames for a token; null when none answers. */
export const askForSession = (): Promise<string | null> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const ask = crypto.randomUUID();
    const end = (walletToken: string | null) => {
      clearTimeout(timer);
      channel.close();
      resolve(walletToken);
    };
    const timer = setTimeout(() => end(null), answerMilliseconds);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isAnswer(data) && data.answer === ask) end(data.walletToken);
    };
    channel.postMessage({ ask } satisfies Question);
  });
