import { blockhashOf, decodeBase58, verifySignature } from "@tribe/chain/transactions";
import type { SignerAnswer } from "@tribe/contract";
import { lamports, lamportsPerSol } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { type Bytes, toBase64 } from "../keys/bytes.ts";
import { buyMessage, tradeOf, transferMessage } from "../testing/messages.ts";
import { codeOf, confirmable, shown, signedIn, untilScreen, view } from "../testing/open-signer.ts";
import { somebody } from "../testing/transfers.ts";
import { messageLasts } from "./renewal.ts";

// docs/decisions/0191: one press gives one signature, over what was shown or the same with a newer blockhash.

/** The same message with another blockhash. */
const withBlockhash = (message: Bytes, byte: number): Bytes => {
  const blockhash = decodeBase58(blockhashOf(message));
  const at = message.findIndex((_, start) => blockhash.every((each, index) => message[start + index] === each));
  return message.map((each, index) => (index >= at && index < at + blockhash.length ? byte : each));
};

type Connection = Awaited<ReturnType<typeof signedIn>>;
const renewalRequests = ({ events }: Connection) => events.filter(({ event }) => event === "renewal_needed").length;
const sign = ({ ask }: Connection, message: Bytes, canRenew = true) =>
  ask({ method: "signTransaction", message: toBase64(message), view, canRenew });
const renew = ({ ask }: Connection, message: Bytes) => ask({ method: "renew", message: toBase64(message) });
/** Which of the messages a signature is over; those of no message are none of them. */
const signedOf = async ({ address }: Connection, answer: SignerAnswer, messages: Readonly<Record<string, Bytes>>) => {
  if (!("result" in answer && "signature" in answer.result)) return codeOf(answer);
  const { signature } = answer.result;
  for (const [name, message] of Object.entries(messages))
    if (await verifySignature(message, signature, address)) return name;
  return "another";
};

/** A signer that shows a purchase which has expired meanwhile, and the press on its Confirm. */
const confirmedLate = async () => {
  const connection = await signedIn();
  const old = await buyMessage(connection.address);
  const answer = sign(connection, old);
  await confirmable(connection.signer);
  connection.clock.now += messageLasts;
  connection.signer.stage.act({ kind: "confirm" });
  await expect.poll(() => renewalRequests(connection)).toBe(1);
  return { ...connection, old, answer, fresh: withBlockhash(old, 9) };
};

describe("a confirmed message that may have expired", () => {
  it("is signed with only a newer blockhash, without another press, and never as it was", async () => {
    const late = await confirmedLate();
    const { answer, old, fresh } = late;
    await renew(late, fresh);
    expect(await signedOf(late, await answer, { old, fresh })).toBe("fresh");
    expect(renewalRequests(late)).toBe(1);
  });

  it("gives one signature for a press, whatever the page sends after it", async () => {
    const late = await confirmedLate();
    const { answer, old, fresh, signer } = late;
    await renew(late, fresh);
    await answer;
    // Neither the first bytes nor others: each is shown, and waits for a press.
    await renew(late, withBlockhash(old, 8));
    for (const message of [old, withBlockhash(old, 8)]) {
      const again = sign(late, message);
      await confirmable(signer);
      await renew(late, fresh);
      signer.stage.act({ kind: "cancel" });
      expect(codeOf(await again)).toBe("declined");
    }
  });

  it("is shown and confirmed anew where anything else differs, and signed as it was shown then", async () => {
    const late = await confirmedLate();
    const { answer, old, address, signer } = late;
    const dearer = await tradeOf.buy(address, {
      ...{ tokens: 5_000_000_000n, minTokens: 4_000_000_000n, makesTokenAccount: true },
    });
    await renew(late, dearer);
    await untilScreen(
      signer,
      ({ kind, ...screen }) =>
        kind === "confirm" && "content" in screen && screen.content.moves[1]?.value === "at least 4 tokens",
    );
    await confirmable(signer);
    // The page can't take back what it has sent, nor is the first press left over.
    await renew(late, withBlockhash(old, 9));
    expect(signer.stage.screen().kind).toBe("confirm");
    signer.stage.act({ kind: "confirm" });
    expect(await signedOf(late, await answer, { old, dearer })).toBe("dearer");
  });

  it("is refused where the wallet does not sign what came in its place", async () => {
    const late = await confirmedLate();
    const { answer, fresh, signer } = late;
    await renew(late, fresh.with(-1, (fresh.at(-1) ?? 0) ^ 1));
    await shown(signer, "refused");
    signer.stage.act({ kind: "ok" });
    expect(codeOf(await answer)).toBe("refused");
  });

  it("can be cancelled while it is prepared again; what comes then is signed by nobody", async () => {
    const late = await confirmedLate();
    const { answer, fresh, signer } = late;
    expect(signer.stage.screen()).toMatchObject({ kind: "confirm", content: { isChecking: true } });
    signer.stage.act({ kind: "confirm" });
    signer.stage.act({ kind: "cancel" });
    expect(codeOf(await answer)).toBe("declined");
    await renew(late, fresh);
    expect(signer.stage.screen().kind).toBe("idle");
  });

  it("is approved by a passkey, and counted, as it is signed", async () => {
    const connection = await signedIn();
    const { wallet, signer, address, clock, makePasskey } = connection;
    await makePasskey();
    wallet.passTime(73 * 3_600_000);
    const recipient = await somebody(1);
    const asset = { kind: "sol", lamports: lamports(6n * lamportsPerSol) } as const;
    const old = await transferMessage(address, { recipient, asset });
    const fresh = withBlockhash(old, 9);
    const answer = sign(connection, old);
    await confirmable(signer);
    expect(signer.stage.screen()).toMatchObject({ content: { needsPasskey: true } });
    clock.now += messageLasts;
    signer.stage.act({ kind: "confirm" });
    await expect.poll(() => renewalRequests(connection)).toBe(1);
    await renew(connection, fresh);
    // The server gives its share for the approved bytes alone.
    expect(await signedOf(connection, await answer, { old, fresh })).toBe("fresh");
  });
});

describe("a message that was confirmed in time", () => {
  it("is signed as it was shown, also where the page sends another one unasked", async () => {
    const connection = await signedIn();
    const { signer, clock, address } = connection;
    const old = await buyMessage(address);
    const fresh = withBlockhash(old, 9);
    const answer = sign(connection, old);
    await confirmable(signer);
    await renew(connection, fresh);
    clock.now += messageLasts - 1;
    signer.stage.act({ kind: "confirm" });
    expect(await signedOf(connection, await answer, { old, fresh })).toBe("old");
    expect(renewalRequests(connection)).toBe(0);
  });

  it("is signed as it was shown, however late, where the page can't prepare it again", async () => {
    const connection = await signedIn();
    const old = await buyMessage(connection.address);
    const answer = sign(connection, old, false);
    await confirmable(connection.signer);
    connection.clock.now += messageLasts;
    connection.signer.stage.act({ kind: "confirm" });
    expect(await signedOf(connection, await answer, { old })).toBe("old");
  });
});
