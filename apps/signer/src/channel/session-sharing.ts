import { openChannel } from "./between-pages.ts";

/**
 * Gives the wallet's own page, in a window of its own, the session: a frame of the same origin in the app's page has a token and
 * shares it only with pages of that origin. The app learns nothing of it.
 */
const channelName = "tribe-wallet-session";

/** A frame renews its token through the app, which may have to call the server. */
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

/** Whether a message says that a frame is ready to be asked. */
const isArrival = (data: unknown): boolean => typeof data === "object" && data !== null && "here" in data;

/** Answers pages of this origin with a working token. @returns a function that stops it */
export const shareSession = (freshToken: () => Promise<string>): (() => void) => {
  const channel = openChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isQuestion(data)) return;
    freshToken().then(
      (walletToken) => channel.postMessage({ answer: data.ask, walletToken } satisfies Answer),
      () => undefined, // nobody is signed in here; another frame may answer
    );
  };
  channel.postMessage({ here: true });
  return () => channel.close();
};

/**
 * Asks this browser's frames for a token, also those that open later.
 * @param onSilence called when none has answered for a while: perhaps nobody is signed in here
 */
export const askForSession = (onSilence: () => void): Promise<string> =>
  new Promise((resolve) => {
    const channel = openChannel(channelName);
    const ask = crypto.randomUUID();
    const timer = setTimeout(onSilence, answerMilliseconds);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isArrival(data)) channel.postMessage({ ask } satisfies Question);
      if (!isAnswer(data) || data.answer !== ask) return;
      clearTimeout(timer);
      channel.close();
      resolve(data.walletToken);
    };
    channel.postMessage({ ask } satisfies Question);
  });
