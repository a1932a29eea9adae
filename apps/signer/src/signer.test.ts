import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { verifySignature } from "@tribe/chain/transactions";
import {
  type Address,
  addressSchema,
  type HandleStatement,
  handleStatementText,
  lamports,
  lamportsPerSol,
  routes,
  type SignerAnswer,
  type SignerConfig,
  type SignerEvent,
  type SignerRequest,
  signerAnswerSchema,
  walletWaits,
} from "@tribe/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AskNode } from "./chain/ask-node.ts";
import { fromBase64, toBase64 } from "./keys/bytes.ts";
import { sealShare } from "./keys/device.ts";
import { addPasskey } from "./passkeys/add-passkey.ts";
import { type Signer, startSigner } from "./signer.ts";
import { describeTransactionBy } from "./signing/describe-transaction.ts";
import type { Screen } from "./signing/screen.ts";
import { createAttestor } from "./testing/attestor.ts";
import { nodeTelling, silentNode, tokenOnChain } from "./testing/chain-answers.ts";
import { fakeFetch } from "./testing/fake-fetch.ts";
import { createFakeWalletServer, fakeUid } from "./testing/fake-wallet-server.ts";
import { createMemoryAccountStore } from "./testing/memory-account-store.ts";
import { createMemoryUnlockedKeys } from "./testing/memory-unlocked-keys.ts";
import { buyMessage, claimMessage, offchainMessage, testAddresses, transferMessage } from "./testing/messages.ts";
import { createSoftwareAuthenticator } from "./testing/software-authenticator.ts";

const attestor = await createAttestor();
const config = {
  attestationKey: attestor.key,
  ...{ appOrigin: "https://tribe.example", apiOrigin: "https://tribe.example", rpcUrl: "https://node.example" },
  ...testAddresses,
};
const view = { title: "Buy", description: "Buy 5 tokens" };
const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** A signer and the app's end of its channel. */
const connect = (askNode: AskNode = silentNode, by: SignerConfig = config) => {
  const wallet = createFakeWalletServer();
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
    describeTransaction: describeTransactionBy(askNode),
    askNode,
    onTheme: () => undefined,
    fetch: fakeFetch(wallet),
  });
  /** As the wallet's own page makes one. */
  const makePasskey = () => addPasskey({ api: wallet.api, store, authenticator, unlocked }, "Passkey from a test");
  return { ask, events, port: port1, signer, wallet, store, authenticator, unlocked, makePasskey };
};

/** Waits until the frame shows this. */
const shown = (signer: Signer, kind: string): Promise<void> => untilScreen(signer, (screen) => screen.kind === kind);

const untilScreen = (signer: Signer, isIt: (screen: Screen) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isIt(signer.stage.screen())) return;
      stop();
      resolve();
    };
    const stop = signer.stage.subscribe(look);
    look();
  });

/** Waits until the frame takes a Confirm: the node has answered, or not. */
const confirmable = (signer: Signer): Promise<void> =>
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

const signedIn = async (askNode?: AskNode, by?: SignerConfig) => {
  const connection = connect(askNode, by);
  await connection.ask({ method: "session", walletToken: "token", theme: "dark" });
  const created = await connection.ask({ method: "create" });
  if (!("result" in created && "address" in created.result && created.result.address)) throw new Error("no wallet");
  return { ...connection, address: created.result.address };
};

const codeOf = (answer: SignerAnswer) => ("error" in answer ? answer.error.code : null);

describe("the frame's calls", () => {
  it("make a wallet, find it and unlock it", async () => {
    const { ask, address } = await signedIn();
    expect(await ask({ method: "address" })).toMatchObject({ result: { address } });
    expect(await ask({ method: "unlock" })).toMatchObject({ result: { address } });
  });

  it("give no key away", async () => {
    const { ask } = await signedIn();
    expect(codeOf(await ask({ method: "export" }))).toBe("unsupported");
  });

  it("ask the app for a session when there is none", async () => {
    const { ask, events } = connect();
    const answer = ask({ method: "address" });
    await expect.poll(() => events).toContainEqual({ event: "session_needed" });
    await ask({ method: "session", walletToken: "token", theme: "dark" });
    expect(await answer).toMatchObject({ result: { address: null } });
  });

  it("drop whatever the contract does not know", async () => {
    const { ask, port } = await signedIn();
    let answered = 0;
    port.addEventListener("message", () => {
      answered += 1;
    });
    for (const nonsense of [
      null,
      "create",
      { id: 1 },
      { id: 1, request: { method: "steal" } },
      { id: "1", request: { method: "create" } },
    ])
      port.postMessage(nonsense);
    await ask({ method: "address" });
    expect(answered).toBe(1);
  });
});

describe("a signature", () => {
  it("is given after Confirm, over exactly the bytes that were shown", async () => {
    const { ask, address, signer, events } = await signedIn();
    const bytes = await buyMessage(address);
    const answer = ask({ method: "signTransaction", message: toBase64(bytes), view });
    await confirmable(signer);
    const moves = [
      { label: "Leaves", value: "at most 0.1 SOL" },
      { label: "Comes", value: "at least 4.75 tokens" },
    ];
    expect(signer.stage.screen()).toMatchObject({ wallet: address, content: { maxSpend: 102_084_140n, moves } });
    signer.stage.act({ kind: "confirm" });
    expect(await answer).toMatchObject({ result: { signature: expect.any(String) } });
    const phases = events.flatMap((event) => (event.event === "phase" ? [event.phase] : []));
    expect(phases).toEqual(["loading", "waiting", "signing", "done"]);
  });

  it("waits for the chain's answer, and is revised by it without a new phase", async () => {
    let answer = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const honest = await nodeTelling(tokenOnChain);
    const { ask, address, signer, events } = await signedIn(async (addresses) => {
      await gate;
      return honest(addresses);
    });
    const signed = ask({ method: "signTransaction", message: toBase64(await buyMessage(address)), view });
    await shown(signer, "confirm");
    const first = signer.stage.screen();
    expect(first).toMatchObject({
      content: { headline: ["Buy ", "a token"], isChecking: true, maxSpend: 102_084_140n },
    });
    signer.stage.act({ kind: "confirm" });
    expect(signer.stage.screen()).toBe(first);
    answer();
    await confirmable(signer);
    // Its 0.1 SOL would buy many more tokens than it takes: the word is asked for.
    const revised = signer.stage.screen();
    expect(revised).toMatchObject({
      content: {
        headline: ["Buy ", { quoted: "Harbour Radio" }, " (", { quoted: "HAR" }, ")"],
        ...{ maxSpend: 102_084_140n, typing: { word: "accept" } },
      },
    });
    for (const typed of [undefined, "", "yes", "accepted"]) {
      signer.stage.act({ kind: "confirm", ...(typed === undefined ? {} : { typed }) });
      expect(signer.stage.screen()).toBe(revised);
    }
    signer.stage.act({ kind: "confirm", typed: " Accept " });
    expect(codeOf(await signed)).toBeNull();
    const phases = events.flatMap((event) => (event.event === "phase" ? [event.phase] : []));
    expect(phases).toEqual(["loading", "waiting", "signing", "done"]);
  });

  it("that was declined stays declined when the chain answers later", async () => {
    let answer = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { ask, address, signer } = await signedIn(async () => {
      await gate;
      return [];
    });
    const declined = ask({ method: "signTransaction", message: toBase64(await buyMessage(address)), view });
    await shown(signer, "confirm");
    signer.stage.act({ kind: "cancel" });
    expect(codeOf(await declined)).toBe("declined");
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    expect(signer.stage.screen().kind).toBe("idle");
  });

  it("is declined by Cancel and by the dialog's cancel", async () => {
    const { ask, address, signer } = await signedIn();
    const message = toBase64(await buyMessage(address));
    const first = ask({ method: "signTransaction", message, view });
    await shown(signer, "confirm");
    signer.stage.act({ kind: "cancel" });
    expect(codeOf(await first)).toBe("declined");
    const second = ask({ method: "signTransaction", message, view });
    await shown(signer, "confirm");
    await ask({ method: "cancel" });
    expect(codeOf(await second)).toBe("declined");
  });

  it("cannot be asked for while another is shown", async () => {
    const { ask, address, signer } = await signedIn();
    const message = toBase64(await buyMessage(address));
    const first = ask({ method: "signTransaction", message, view });
    await confirmable(signer);
    const before = signer.stage.screen();
    expect(codeOf(await ask({ method: "signTransaction", message, view }))).toBe("unavailable");
    expect(signer.stage.screen()).toBe(before);
    signer.stage.act({ kind: "cancel" });
    await first;
  });

  it("is refused for every single changed byte that the wallet cannot account for", async () => {
    const { ask, address, signer } = await signedIn();
    const bytes = await buyMessage(address);
    for (const position of [0, 1, 3, 40, 80, bytes.length - 1]) {
      const changed = new Uint8Array(bytes);
      changed[position] = (changed[position] ?? 0) ^ 0x40;
      const described = await describeTransactionBy(silentNode)(changed, address, config);
      if (described.kind === "content") continue; // another honest trade, with its own figures
      const answer = ask({ method: "signTransaction", message: toBase64(changed), view });
      await shown(signer, "refused");
      signer.stage.act({ kind: "ok" });
      expect(codeOf(await answer)).toBe("refused");
    }
  });

  it("is refused when the server's share was changed", async () => {
    const { ask, address, signer, wallet } = await signedIn();
    for (const sharing of wallet.sharings) {
      const share = fromBase64(sharing.serverShare);
      share[0] = (share[0] ?? 0) ^ 1;
      sharing.serverShare = toBase64(share);
    }
    const answer = ask({ method: "signTransaction", message: toBase64(await buyMessage(address)), view });
    await confirmable(signer);
    signer.stage.act({ kind: "confirm" });
    await shown(signer, "refused");
    signer.stage.act({ kind: "ok" });
    expect(codeOf(await answer)).toBe("refused");
  });

  it("over a message needs the off-chain format; a transaction is never signed as a message", async () => {
    const { ask, address, signer } = await signedIn();
    const good = ask({ method: "signMessage", message: toBase64(offchainMessage(address, "Hello")), view });
    await shown(signer, "confirm");
    expect(signer.stage.screen()).toMatchObject({ content: { text: "Hello", maxSpend: null } });
    signer.stage.act({ kind: "confirm" });
    expect(codeOf(await good)).toBeNull();
    const bad = ask({ method: "signMessage", message: toBase64(await buyMessage(address)), view });
    await shown(signer, "refused");
    signer.stage.act({ kind: "ok" });
    expect(codeOf(await bad)).toBe("refused");
  });

  it("without a wallet says that it is missing", async () => {
    const { ask } = connect();
    await ask({ method: "session", walletToken: "token", theme: "dark" });
    const message = toBase64(new Uint8Array(8));
    expect(codeOf(await ask({ method: "signTransaction", message, view }))).toBe("wallet_missing");
  });
});

describe("a token's creator", () => {
  const linesOf = async (key: Address | null, statement: (address: Address) => Promise<HandleStatement | null>) => {
    const connection = await signedIn(await nodeTelling(tokenOnChain), { ...config, attestationKey: key });
    connection.wallet.state(statement);
    const message = toBase64(await buyMessage(connection.address));
    const asked = connection.ask({ method: "signTransaction", message, view });
    await confirmable(connection.signer);
    const screen = connection.signer.stage.screen();
    connection.signer.stage.act({ kind: "cancel" });
    await asked;
    if (screen.kind !== "confirm") throw new Error("it waits for Confirm");
    return screen.content.lines
      .filter(({ label }) => label.startsWith("Creator"))
      .map(({ label, value }) => [label, value]);
  };
  const unproven = [
    ["Creator", "8dHEsm9j…mGkCmPhY"],
    ["Creator's account", "not proven"],
  ];

  it("is named by the account that is proven to be theirs", async () => {
    const lines = await linesOf(attestor.key, (address) =>
      attestor.state(address, { handle: "harbour", kind: "farcaster" }),
    );
    expect(lines).toEqual([
      ["Creator", "8dHEsm9j…mGkCmPhY"],
      ["Creator on Farcaster", { quoted: "@harbour" }],
    ]);
  });

  it("is said to be unproven by another key's word, that of another creator, an old one, none, and without a key", async () => {
    const [other, stranger] = [await createAttestor(), addressSchema.parse(testAddresses.adminAddress)];
    expect(await linesOf(attestor.key, other.state)).toEqual(unproven);
    expect(await linesOf(attestor.key, () => attestor.state(stranger))).toEqual(unproven);
    expect(await linesOf(attestor.key, (address) => attestor.state(address, { expiresAt: 1 }))).toEqual(unproven);
    expect(await linesOf(attestor.key, async () => null)).toEqual(unproven);
    expect(await linesOf(null, attestor.state)).toEqual(unproven);
  });
});

describe("several claims", () => {
  const mints = [testAddresses.adminAddress, testAddresses.programAddress];
  const claims = (owner: Address, places: readonly number[]) =>
    Promise.all(places.map((place, index) => claimMessage(owner, mints[index % 2] ?? owner, place)));

  it("are signed by one Confirm, each over its own bytes", async () => {
    const { ask, address, signer } = await signedIn();
    const messages = (await claims(address, [10, 20, 30])).map(toBase64);
    const answer = ask({ method: "signClaims", messages, view });
    await confirmable(signer);
    expect(signer.stage.screen()).toMatchObject({ content: { headline: ["Claim 2 tokens"] } });
    signer.stage.act({ kind: "confirm" });
    const signed = await answer;
    if (!("result" in signed && "signatures" in signed.result)) return expect.unreachable();
    const { signatures } = signed.result;
    const valid = messages.map(async (message, index) => {
      const signature = signatures[index];
      return signature !== undefined && verifySignature(fromBase64(message), signature, address);
    });
    expect(await Promise.all(valid)).toEqual([true, true, true]);
  });

  it("are refused whole when one of them is something else, somebody else's, or claims the same again", async () => {
    const { ask, address, signer } = await signedIn();
    const [good] = await claims(address, [10]);
    if (!good) return expect.unreachable();
    const bad = [
      await buyMessage(address),
      ...(await claims(testAddresses.adminAddress, [40])),
      ...(await claims(address, [11])),
    ];
    for (const other of bad) {
      const answer = ask({ method: "signClaims", messages: [good, other].map(toBase64), view });
      await shown(signer, "refused");
      signer.stage.act({ kind: "ok" });
      expect(codeOf(await answer)).toBe("refused");
    }
  });
});

describe("a transfer", () => {
  const somebody = async (seed: number): Promise<Address> =>
    fromChainAddress((await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(seed))).address);
  type Connection = Awaited<ReturnType<typeof signedIn>>;
  const askFor = async ({ ask, address, signer }: Connection, recipient: Address, amount: bigint, memo?: string) => {
    const bytes = await transferMessage(address, {
      ...{ recipient, asset: { kind: "sol", lamports: lamports(amount) } },
      ...(memo === undefined ? {} : { memo }),
    });
    const answer = ask({ method: "signTransaction", message: toBase64(bytes), view });
    await confirmable(signer);
    const screen = signer.stage.screen();
    if (screen.kind !== "confirm") throw new Error("nothing is asked");
    return { answer, content: screen.content };
  };
  const press = async (connection: Connection, asked: Awaited<ReturnType<typeof askFor>>, more = {}) => {
    connection.signer.stage.act({ kind: "confirm", ...more });
    return codeOf(await asked.answer);
  };

  it("shows recipient and memo whole, and says that it is the first", async () => {
    const connection = await signedIn();
    const friend = await somebody(1);
    const asked = await askFor(connection, friend, 1_000_000_001n, "for lunch");
    expect(asked.content).toMatchObject({
      headline: ["Send SOL"],
      moves: [{ label: "Leaves", value: "1.000000001 SOL" }],
      lines: expect.arrayContaining([
        { label: "To", value: friend, isWhole: true },
        { label: "Memo, public", value: { quoted: "for lunch" } },
      ]),
      notices: expect.arrayContaining([expect.objectContaining({ text: expect.stringMatching(/^First time/) })]),
      typing: null,
    });
    expect(await press(connection, asked)).toBeNull();
    const again = await askFor(connection, friend, 1n);
    expect(again.content.notices.map(({ text }) => text).join()).not.toContain("First time");
    expect(again.content.lines).toContainEqual({ label: "Sent to before", value: "once" });
    connection.signer.stage.act({ kind: "cancel" });
    await again.answer;
  });

  /** Presses what asks for the wait, and reads what is said of it. */
  const askToWait = async (connection: Connection, asked: Awaited<ReturnType<typeof askFor>>, more = {}) => {
    connection.signer.stage.act({ kind: "confirm", ...more });
    await shown(connection.signer, "waits");
    connection.signer.stage.act({ kind: "ok" });
    expect(codeOf(await asked.answer)).toBe("refused");
  };
  const giveUp = async (connection: Connection, asked: Awaited<ReturnType<typeof askFor>>) => {
    connection.signer.stage.act({ kind: "cancel" });
    expect(codeOf(await asked.answer)).toBe("declined");
  };
  const day = 1_000 * walletWaits.sendSeconds;

  it("beyond 5 SOL a day to new addresses waits a day where there is no passkey, and knows then whom it waited for", async () => {
    const connection = await signedIn();
    const { wallet, signer } = connection;
    const [first, second] = [await somebody(1), await somebody(2)];
    expect(await press(connection, await askFor(connection, first, 3n * lamportsPerSol))).toBeNull();
    const tooMuch = 2n * lamportsPerSol + 1n;
    const more = await askFor(connection, second, tooMuch);
    // No word stands in its place.
    expect(more.content).toMatchObject({ typing: null, wait: { kind: "ask" } });
    await askToWait(connection, more);
    const asked = await askFor(connection, second, tooMuch);
    expect(asked.content.wait).toMatchObject({ kind: "waiting" });
    const before = signer.stage.screen();
    signer.stage.act({ kind: "confirm", typed: "send" });
    expect(signer.stage.screen()).toBe(before);
    await giveUp(connection, asked);
    wallet.passTime(day - 60_000);
    const early = await askFor(connection, second, 6n * lamportsPerSol);
    expect(early.content.wait).toMatchObject({ kind: "waiting" });
    await giveUp(connection, early);
    wallet.passTime(60_000);
    const late = await askFor(connection, second, 6n * lamportsPerSol);
    expect(late.content.wait).toEqual({ kind: "over" });
    expect(await press(connection, late, { name: "  Bob\u202e " })).toBeNull();
    const known = await askFor(connection, second, 100n * lamportsPerSol);
    expect(known.content).toMatchObject({ typing: null, asksForName: false });
    expect(known.content.wait).toBeUndefined();
    expect(known.content.lines).toContainEqual({ label: "You call them", value: { quoted: "Bob" } });
    await giveUp(connection, known);
  });

  it("that waits is for nobody else, is stopped from elsewhere, and can be confirmed for a day", async () => {
    const connection = await signedIn();
    const [first, second] = [await somebody(1), await somebody(2)];
    const much = 6n * lamportsPerSol;
    await askToWait(connection, await askFor(connection, first, much));
    connection.wallet.passTime(day);
    const other = await askFor(connection, second, much);
    expect(other.content.wait).toEqual({ kind: "ask" });
    await giveUp(connection, other);
    connection.wallet.passTime(1_000 * walletWaits.sendWithinSeconds);
    const late = await askFor(connection, first, much);
    expect(late.content.wait).toEqual({ kind: "ask" });
    await askToWait(connection, late);
    // The double keeps what is over; another wait takes its place.
    connection.wallet.stopSends();
    connection.wallet.passTime(day);
    const stopped = await askFor(connection, first, much);
    expect(stopped.content.wait).toEqual({ kind: "ask" });
    connection.wallet.failNext(routes.wallet.askToSend.path, "unavailable");
    connection.signer.stage.act({ kind: "confirm" });
    await shown(connection.signer, "failed");
    connection.signer.stage.act({ kind: "cancel" });
    expect(codeOf(await stopped.answer)).toBe("unavailable");
  });

  it("looks at the server's clock: one that is set forward on the device makes nobody known", async () => {
    const connection = await signedIn();
    const friend = await somebody(1);
    expect(await press(connection, await askFor(connection, friend, 1n))).toBeNull();
    vi.setSystemTime(Date.now() + 2 * day);
    try {
      // The double's clock is this process's: what the server says is put back.
      connection.wallet.passTime(-2 * day);
      const asked = await askFor(connection, friend, 6n * lamportsPerSol);
      expect(asked.content.wait).toEqual({ kind: "ask" });
      await giveUp(connection, asked);
    } finally {
      vi.useRealTimers();
    }
  });

  it("beyond it asks for a passkey's touch where the person has one, which opens the locked wallet, too", async () => {
    const connection = await signedIn();
    await connection.makePasskey();
    connection.unlocked.lockAll();
    const friend = await somebody(1);
    const asked = await askFor(connection, friend, 5n * lamportsPerSol + 1n);
    expect(asked.content).toMatchObject({ typing: null, needsPasskey: true });
    const touches = connection.authenticator.touches();
    expect(await press(connection, asked)).toBeNull();
    expect(connection.authenticator.touches()).toBe(touches + 1);
    // Known by it: no touch for them any more.
    expect(await press(connection, await askFor(connection, friend, 50n * lamportsPerSol))).toBeNull();
    expect(connection.authenticator.touches()).toBe(touches + 1);
  });

  it("signs nothing and takes nothing from the allowance while nobody touches the passkey", async () => {
    const connection = await signedIn();
    await connection.makePasskey();
    connection.authenticator.set({ isAbsent: true });
    const friend = await somebody(1);
    const asked = await askFor(connection, friend, 6n * lamportsPerSol);
    connection.signer.stage.act({ kind: "confirm" });
    await untilScreen(connection.signer, (screen) => screen.kind === "touch" && screen.error !== null);
    connection.signer.stage.act({ kind: "cancel" });
    expect(codeOf(await asked.answer)).toBe("declined");
    const again = await askFor(connection, friend, 6n * lamportsPerSol);
    expect(again.content).toMatchObject({ needsPasskey: true });
    connection.signer.stage.act({ kind: "cancel" });
    await again.answer;
  });

  it("asks anew, or gives it up, where a question of the browser's stands and nobody answers it", async () => {
    const connection = await signedIn();
    await connection.makePasskey();
    const { authenticator, signer } = connection;
    authenticator.set({ isSilent: true });
    const friend = await somebody(1);
    const stands = () => vi.waitFor(() => expect(authenticator.standing()).toBe(1), { timeout: 20_000 });
    const asked = await askFor(connection, friend, 6n * lamportsPerSol);
    signer.stage.act({ kind: "confirm" });
    await stands();
    signer.stage.act({ kind: "cancel" });
    expect(codeOf(await asked.answer)).toBe("declined");
    expect(authenticator.standing()).toBe(0);
    const again = await askFor(connection, friend, 6n * lamportsPerSol);
    signer.stage.act({ kind: "confirm" });
    await stands();
    authenticator.set({ isSilent: false });
    signer.stage.act({ kind: "use_passkey" });
    expect(codeOf(await again.answer)).toBeNull();
  });

  it("leads to recovery where the passkey that locked this browser is gone", async () => {
    const connection = await signedIn();
    await connection.makePasskey();
    connection.unlocked.lockAll();
    connection.authenticator.passkeys.clear();
    const asked = await askFor(connection, await somebody(1), 1n);
    connection.signer.stage.act({ kind: "confirm" });
    await untilScreen(connection.signer, (screen) => screen.kind === "touch" && screen.error !== null);
    connection.signer.stage.act({ kind: "other_way" });
    await shown(connection.signer, "recovery_offer");
    connection.signer.stage.act({ kind: "cancel" });
    expect(codeOf(await asked.answer)).toBe("declined");
    // From now on this browser is one without the wallet: nothing asks for that passkey again.
    expect(codeOf(await connection.ask({ method: "create" }))).toBe("recovery_needed");
  });

  it("leads to recovery where the share is damaged under its lock, and asks for it no more", async () => {
    const connection = await signedIn();
    await connection.makePasskey();
    const { records } = connection.store;
    const record = records.get(fakeUid);
    const [share] = record?.shares ?? [];
    if (!record || !share) throw new Error("a wallet was made");
    // Whole from outside, as only what lies under the lock was changed.
    const outer = await sealShare(record, share, new Uint8Array(61).fill(7));
    records.set(fakeUid, { ...record, shares: [{ ...outer, state: share.state, isLocked: true }] });
    expect(codeOf(await connection.ask({ method: "unlock" }))).toBe("recovery_needed");
    expect(records.get(fakeUid)).toMatchObject({ shares: [] });
    expect(records.get(fakeUid)?.lock).toBeUndefined();
    const message = toBase64(await buyMessage(connection.address));
    const asked = connection.ask({ method: "signTransaction", message, view });
    await shown(connection.signer, "recovery_offer");
    connection.signer.stage.act({ kind: "cancel" });
    expect(codeOf(await asked)).toBe("declined");
  });

  it("that was declined takes nothing from the allowance and makes nobody known", async () => {
    const connection = await signedIn();
    const friend = await somebody(1);
    const declined = await askFor(connection, friend, 5n * lamportsPerSol);
    connection.signer.stage.act({ kind: "cancel" });
    expect(codeOf(await declined.answer)).toBe("declined");
    const again = await askFor(connection, friend, 5n * lamportsPerSol);
    expect(again.content.typing).toBeNull();
    expect(await press(connection, again)).toBeNull();
  });

  it("names whose account it is that was proven to be theirs, and warns when a handle has moved", async () => {
    const connection = await signedIn();
    connection.wallet.state(attestor.state);
    const asked = await askFor(connection, await somebody(1), 1n);
    expect(asked.content.lines).toContainEqual({ label: "On X", value: { quoted: "@ann" } });
    expect(await press(connection, asked)).toBeNull();
    const moved = await askFor(connection, await somebody(2), 1n);
    expect(moved.content.notices[0]).toMatchObject({
      tone: "danger",
      text: expect.stringContaining(await somebody(1)),
    });
    expect(moved.content.typing?.word).toBe("send");
    connection.signer.stage.act({ kind: "cancel" });
    await moved.answer;
  });

  it("remembers a handle with its service: the same name elsewhere is another person's", async () => {
    const connection = await signedIn();
    connection.wallet.state((address) => attestor.state(address, { kind: "farcaster" }));
    const asked = await askFor(connection, await somebody(1), 1n);
    expect(asked.content.lines).toContainEqual({ label: "On Farcaster", value: { quoted: "@ann" } });
    expect(await press(connection, asked)).toBeNull();
    const second = await askFor(connection, await somebody(2), 1n);
    expect(second.content.notices[0]?.text).toContain("@ann on Farcaster had another address");
    await giveUp(connection, second);
    connection.wallet.state(attestor.state);
    const elsewhere = await askFor(connection, await somebody(2), 1n);
    expect(elsewhere.content.typing).toBeNull();
    await giveUp(connection, elsewhere);
  });

  it("names nobody by what the installation's key did not sign, or signed of another, of another time or in other words", async () => {
    const connection = await signedIn();
    const friend = await somebody(1);
    const [other, stranger] = [await createAttestor(), await somebody(2)];
    const now = Date.now();
    const hour = 3_600_000;
    const wrong: Readonly<Record<string, (address: Address) => Promise<HandleStatement>>> = {
      "another key": other.state,
      "another address": () => attestor.state(stranger),
      "another address, put in afterwards": async () => ({ ...(await attestor.state(stranger)), address: friend }),
      expired: (address) => attestor.state(address, { expiresAt: now - 1 }),
      "longer than a day": (address) => attestor.state(address, { expiresAt: now + 25 * hour }),
      "another time, put in afterwards": async (address) => ({
        ...(await attestor.state(address, { expiresAt: now - hour })),
        expiresAt: now + hour,
      }),
      "another handle": async (address) => ({ ...(await attestor.state(address)), handle: "bob" }),
      "another kind": async (address) => ({ ...(await attestor.state(address)), kind: "farcaster" }),
      "another account": async (address) => ({ ...(await attestor.state(address)), accountId: "2" }),
      "another domain": (address) =>
        attestor.stateBy((of) => handleStatementText(of).replace("tribe-handle:v1", "tribe-handle:v2"), address),
      "no domain": (address) => attestor.stateBy((of) => JSON.stringify(of), address),
      "no answer": () => Promise.reject(new Error("nobody answers")),
    };
    for (const [name, state] of Object.entries(wrong)) {
      connection.wallet.state(state);
      const asked = await askFor(connection, friend, 1n);
      expect(JSON.stringify([asked.content.lines, asked.content.notices]), name).not.toContain("@");
      await giveUp(connection, asked);
    }
  });

  it("shows the address to receive by, and gives it up when the dialog closes", async () => {
    const { ask, address, signer } = await signedIn();
    const received = ask({ method: "receive" });
    await shown(signer, "receive");
    expect(signer.stage.screen()).toEqual({ kind: "receive", wallet: address, isOwn: true });
    await ask({ method: "cancel" });
    expect(codeOf(await received)).toBe("declined");
  });
});
