import {
  type SignerAnswer,
  type SignerConfig,
  type SignerEvent,
  type SignerRequest,
  signerAnswerSchema,
} from "@tribe/contract";
import { afterEach } from "vitest";
import type { ReadAccounts } from "../chain/node-client.ts";
import { addPasskey } from "../passkeys/add-passkey.ts";
import { type Signer, startSigner } from "../signer.ts";
import { describeTransactionBy } from "../signing/describe-transaction.ts";
import type { Screen } from "../signing/screen.ts";
import { createAttestor } from "./attestor.ts";
import { silentNode } from "./chain-answers.ts";
import { fakeFetch } from "./fake-fetch.ts";
import { createFakeWalletServer } from "./fake-wallet-server.ts";
import { createMemoryAccountStore } from "./memory-account-store.ts";
import { createMemoryUnlockedKeys } from "./memory-unlocked-keys.ts";
import { testAddresses } from "./messages.ts";
import { createSoftwareAuthenticator } from "./software-authenticator.ts";

/** The installation's key for statements about handles. */
export const attestor = await createAttestor();
export const config = {
  attestationKey: attestor.key,
  ...{ appOrigin: "https://tribe.example", apiOrigin: "https://tribe.example", rpcUrl: "https://node.example" },
  ...testAddresses,
};
/** The app's words for its request. */
export const view = { title: "Buy", description: "Buy 5 tokens" };
const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** A signer and the app's end of its channel. */
export const connect = (readAccounts: ReadAccounts = silentNode, by: SignerConfig = config) => {
  const wallet = createFakeWalletServer(attestor);
  const answered = fakeFetch(wallet);
  const line = {
    /** How many times in a row a call gets no answer before it gets one. */
    losesFirst: 0,
  };
  /** Milliseconds since 1970, which pass when a test says so. */
  const clock = { now: 0 };
  const lost = new Map<string, number>();
  /** The server does what it is asked; of its answers some are lost. */
  const overLine: typeof fetch = async (input, init) => {
    const response = await answered(input, init);
    const path = new URL(String(input)).pathname;
    const times = lost.get(path) ?? 0;
    lost.set(path, times < line.losesFirst ? times + 1 : 0);
    if (times < line.losesFirst) throw new TypeError("network error");
    return response;
  };
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const events: SignerEvent[] = [];
  const answers = new Map<number, (answer: SignerAnswer) => void>();
  port1.onmessage = ({ data }) => {
    const answer = signerAnswerSchema.safeParse(data);
    if (answer.success) answers.get(answer.data.id)?.(answer.data);
    else events.push(data);
  };
  let nextId = 1;
  const ask = (request: SignerRequest): Promise<SignerAnswer> =>
    new Promise((resolve) => {
      answers.set(nextId, resolve);
      port1.postMessage({ id: nextId++, request });
    });
  const store = createMemoryAccountStore();
  const authenticator = createSoftwareAuthenticator("https://wallet.tribe.example");
  const unlocked = createMemoryUnlockedKeys();
  const signer = startSigner({
    config: by,
    port: port2,
    ...{ store, authenticator, unlocked },
    describeTransaction: describeTransactionBy(readAccounts),
    readAccounts,
    onTheme: () => undefined,
    fetch: overLine,
    pause: async () => undefined,
    now: () => clock.now,
  });
  /** Makes a passkey like the wallet's own page. */
  const makePasskey = () => addPasskey({ api: wallet.api, store, authenticator, unlocked }, "Passkey from a test");
  return { ask, clock, events, line, port: port1, signer, wallet, store, authenticator, unlocked, makePasskey };
};

/** Waits until the frame shows a screen of this kind. */
export const shown = (signer: Signer, kind: string): Promise<void> =>
  untilScreen(signer, (screen) => screen.kind === kind);

/** Waits until a predicate accepts the screen. */
export const untilScreen = (signer: Signer, isIt: (screen: Screen) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isIt(signer.stage.screen())) return;
      stop();
      resolve();
    };
    const stop = signer.stage.subscribe(look);
    look();
  });

/** Waits until the frame accepts Confirm: the node has answered or failed. */
export const confirmable = (signer: Signer): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      const screen = signer.stage.screen();
      if (screen.kind !== "confirm" || screen.content.isChecking) return;
      stop();
      resolve();
    };
    const stop = signer.stage.subscribe(look);
    look();
  });

/** A signer with a session and a wallet. */
export const signedIn = async (readAccounts?: ReadAccounts, by?: SignerConfig) => {
  const connection = connect(readAccounts, by);
  await connection.ask({ method: "session", walletToken: "token", theme: "dark" });
  const created = await connection.ask({ method: "create" });
  if (!("result" in created && "address" in created.result && created.result.address)) throw new Error("no wallet");
  return { ...connection, address: created.result.address };
};

/** An answer's error code; null for a result. */
export const codeOf = (answer: SignerAnswer) => ("error" in answer ? answer.error.code : null);
