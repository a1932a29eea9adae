import {
  type Address,
  lamports,
  lamportsPerSol,
  routes,
  type SignerAnswer,
  type SignerRequest,
  signerAnswerSchema,
  walletWaits,
} from "@tribe/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { attestationSigner } from "../../../server/src/engines/keys/attestation.ts";
import { issueWalletToken } from "../../../server/src/modules/wallet/tokens.ts";
import { mailsSent, startTestApp, type TestApp } from "../../../server/src/testing/start-test-app.ts";
import { toBase64 } from "../../src/keys/bytes.ts";
import { startSigner } from "../../src/signer.ts";
import { describeTransactionBy } from "../../src/signing/describe-transaction.ts";
import type { ConfirmContent } from "../../src/signing/screen.ts";
import { silentNode } from "../../src/testing/chain-answers.ts";
import { createMemoryAccountStore } from "../../src/testing/memory-account-store.ts";
import { buyMessage, testAddresses, transferMessage } from "../../src/testing/messages.ts";
import { codeOf, confirmable, view } from "../../src/testing/open-signer.ts";
import { somebody } from "../../src/testing/transfers.ts";

// The frame's own code against the real role `keys`: what presses let out, and what is signed about it.

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());
const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
  server.clock.offset = 0;
});

const sol = (whole: bigint) => whole * lamportsPerSol;

type Person = Awaited<ReturnType<TestApp["newPerson"]>>;

/** The frame in one browser of a person, which has the wallet. */
const openFrame = async (person: Person, store = createMemoryAccountStore()) => {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const answers = new Map<number, (answer: SignerAnswer) => void>();
  port1.onmessage = ({ data }) => {
    const answer = signerAnswerSchema.safeParse(data);
    if (answer.success) answers.get(answer.data.id)?.(answer.data);
  };
  let id = 0;
  const ask = (request: SignerRequest): Promise<SignerAnswer> =>
    new Promise((resolve) => {
      id += 1;
      answers.set(id, resolve);
      port1.postMessage({ id, request });
    });
  const { origin } = server;
  const config = {
    ...{ appOrigin: origin, apiOrigin: origin, rpcUrl: origin, ...testAddresses },
    attestationKey: (await attestationSigner(server.ctx.keys)).address,
  };
  const signer = startSigner({
    ...{ config, store, port: port2, readAccounts: silentNode, onTheme: () => undefined },
    describeTransaction: describeTransactionBy(silentNode),
  });
  /** A token of the server's moment. */
  const begin = async () => {
    const session = await server.ctx.ports.callers.session(person.credentials.session?.sessionId ?? "");
    if (!session) throw new Error("the person is signed in");
    const { walletToken } = issueWalletToken(server.ctx.keys, session, server.ctx.now());
    await ask({ method: "session", walletToken, theme: "dark" });
  };
  await begin();
  const made = await ask({ method: "create" });
  if (!("result" in made && "address" in made.result && made.result.address)) throw new Error("no wallet");
  const { address } = made.result;
  /** Asks, and presses what it is shown; `end` answers what it is asked for then. @returns the content and the outcome's code */
  const press = async (message: Uint8Array, end: "confirm" | "cancel" = "confirm") => {
    const answer = ask({ method: "signTransaction", message: toBase64(message), view });
    await confirmable(signer);
    const screen = signer.stage.screen();
    const content: ConfirmContent | null = screen.kind === "confirm" ? screen.content : null;
    signer.stage.act({ kind: end });
    if (end === "confirm" && content?.wait?.kind === "ask") {
      await expect.poll(() => signer.stage.screen().kind).toBe("waits");
      signer.stage.act({ kind: "ok" });
    }
    return { content, code: codeOf(await answer) };
  };
  const send = async (recipient: Address, amount: bigint, end?: "cancel") =>
    press(await transferMessage(address, { recipient, asset: { kind: "sol", lamports: lamports(amount) } }), end);
  return { address, begin, press, send, store };
};

describe("the frame at the real keys", () => {
  it("signs 5 SOL's worth in a day and not a lamport more, of sends and purchases together, and mails the first send", async () => {
    const person = await server.newPerson();
    const frame = await openFrame(person);
    const [friend, other] = [await somebody(1), await somebody(2)];
    expect((await frame.send(friend, sol(4n))).code).toBeNull();
    await mailsSent(server.ctx);
    expect(server.mails.filter(({ to }) => to === person.email).at(-1)?.text).toContain(friend);
    // 0.1 SOL at most.
    expect((await frame.press(await buyMessage(frame.address))).code).toBeNull();
    const left = sol(1n) - 100_000_000n;
    const more = await frame.send(other, left + 1n, "cancel");
    expect(more.content).toMatchObject({ wait: { kind: "ask" } });
    expect(more.content?.notices.map(({ text }) => text).join()).toContain("0.9 SOL of it is left");
    expect((await frame.send(other, left)).code).toBeNull();
    expect((await frame.send(friend, 1n, "cancel")).content).toMatchObject({ wait: { kind: "ask" } });
    // A browser that lost its history has no other 5 SOL, and still knows whom the wallet paid.
    const [record] = frame.store.records.values();
    if (!record) throw new Error("a wallet was made");
    const { sends: _, ...bare } = record;
    frame.store.records.set(record.uid, bare);
    const again = await frame.send(friend, 1n, "cancel");
    expect(again.content).toMatchObject({ wait: { kind: "ask" } });
    expect(again.content?.notices.map(({ text }) => text).join()).not.toContain("First time");
  });

  it("lets out what a day was waited for, to whom it was, once", async () => {
    const person = await server.newPerson();
    const frame = await openFrame(person);
    const friend = await somebody(3);
    expect((await frame.send(friend, sol(40n))).code).toBe("refused");
    const { sends = [] } = await person.call(routes.wallet.safety, {});
    expect(sends).toMatchObject([{ what: "recipient", address: friend, lamports: `${sol(40n)}` }]);
    server.clock.offset = walletWaits.sendSeconds * 1_000;
    await frame.begin();
    expect((await frame.send(friend, sol(41n), "cancel")).content).toMatchObject({ wait: { kind: "ask" } });
    expect((await frame.send(await somebody(4), sol(40n), "cancel")).content).toMatchObject({ wait: { kind: "ask" } });
    expect((await frame.send(friend, sol(40n))).code).toBeNull();
    // The same bytes would be the same transaction; any others need another wait.
    expect((await frame.send(friend, sol(39n), "cancel")).content).toMatchObject({ wait: { kind: "ask" } });
  });
});
