import { Gone } from "./tab.ts";

/** What an answer names an element by (W3C WebDriver). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** An element as WebDriver sends and takes it. */
export type ElementReference = Readonly<Record<typeof elementKey, string>>;

/** The id in an element's reference. */
export const idOf = (reference: ElementReference): string => reference[elementKey];

/** Whether an answer is an element. */
export const isElement = (answer: unknown): answer is ElementReference =>
  typeof answer === "object" && answer !== null && elementKey in answer;

/** The codes by which a driver says that a page, frame or element is no longer there, or can't be pressed at this moment. */
const gone = [
  "no such frame",
  "no such element",
  "stale element reference",
  "element not interactable",
  "element click intercepted",
  "javascript error",
];

/** A session of a browser, over plain W3C WebDriver. */
export interface Session {
  post(path: string, body?: unknown): Promise<unknown>;
  get(path: string): Promise<unknown>;
  delete(path: string): Promise<unknown>;
  /** Runs one group of commands after the other: which tab and frame they are for is kept in the browser. */
  alone<T>(act: () => Promise<T>): Promise<T>;
}

interface Answer {
  readonly value: unknown;
}

const send = async (url: string, method: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = (await response.json()) as Answer; // each answer of a driver
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string }; // each refusal of a driver
  const text = `${error}: ${message}`;
  throw gone.includes(error) ? new Gone(text) : new Error(`${method} ${new URL(url).pathname}: ${text}`);
};

/** Starts a session at a driver. */
export const openSession = async (driver: string, capabilities: unknown): Promise<Session> => {
  const { sessionId } = (await send(`${driver}/session`, "POST", { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string; // each answer to a new session
  };
  const at = (path: string) => `${driver}/session/${sessionId}${path}`;
  let last: Promise<unknown> = Promise.resolve();
  return {
    post: (path, body = {}) => send(at(path), "POST", body),
    get: (path) => send(at(path), "GET"),
    delete: (path) => send(at(path), "DELETE"),
    alone: (act) => {
      const acting = last.then(act);
      last = acting.catch(() => undefined);
      return acting;
    },
  };
};
