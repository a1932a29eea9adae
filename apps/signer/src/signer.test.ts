import { verifySignature } from "@tribe/chain/transactions";
import { type Address, addressSchema, type CreatorStatement, type HandleStatement } from "@tribe/contract";
import { confirmNotices } from "@tribe/domain/words";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fromBase64, toBase64 } from "./keys/bytes.ts";
import { describeTransactionBy } from "./signing/describe-transaction.ts";
import { createAttestor } from "./testing/attestor.ts";
import { migratedTokenOnChain, nodeTelling, silentNode, tokenOnChain } from "./testing/chain-answers.ts";
import { fakeUid } from "./testing/fake-wallet-server.ts";
import { buyMessage, claimMessage, migratedMessages, offchainMessage, testAddresses } from "./testing/messages.ts";
import { attestor, codeOf, config, confirmable, connect, shown, signedIn, view } from "./testing/open-signer.ts";

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

  it("say of a browser that can't sign that it is too old, before anything is asked or stored", async () => {
    const refused = vi
      .spyOn(crypto.subtle, "generateKey")
      .mockRejectedValue(new DOMException("Unrecognized name", "NotSupportedError"));
    onTestFinished(() => refused.mockRestore());
    const { ask, store, wallet } = connect();
    await ask({ method: "session", walletToken: "token", theme: "dark" });
    for (const method of ["create", "unlock", "recover"] as const)
      expect(codeOf(await ask({ method }))).toBe("browser_too_old");
    expect(wallet.sharings).toEqual([]);
    expect(await store.get(fakeUid)).toBeNull();
  });

  it("ask the app for a session when there is none", async () => {
    const { ask, events } = connect();
    const answer = ask({ method: "address" });
    await expect.poll(() => events).toContainEqual({ event: "session_needed" });
    await ask({ method: "session", walletToken: "token", theme: "dark" });
    expect(await answer).toMatchObject({ result: { address: null } });
  });

  it("ignore messages that the contract does not define", async () => {
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

  it("asks again by itself where an answer is lost, before it asks the person to", async () => {
    const { ask, address, line, signer, events } = await signedIn();
    line.losesFirst = 2;
    const answer = ask({ method: "signTransaction", message: toBase64(await buyMessage(address)), view });
    await confirmable(signer);
    signer.stage.act({ kind: "confirm" });
    expect(await answer).toMatchObject({ result: { signature: expect.any(String) } });
    expect(events.flatMap((event) => (event.event === "phase" ? [event.phase] : []))).not.toContain("failed");
    line.losesFirst = 3;
    const silent = ask({ method: "signTransaction", message: toBase64(await buyMessage(address)), view });
    await shown(signer, "failed");
    signer.stage.act({ kind: "cancel" });
    expect(codeOf(await silent)).toBe("unavailable");
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

describe("a signature", () => {
  it("is given after Confirm, over exactly the bytes that were shown", async () => {
    const { ask, address, signer, events } = await signedIn();
    const bytes = await buyMessage(address);
    const answer = ask({ method: "signTransaction", message: toBase64(bytes), view });
    await confirmable(signer);
    const moves = [
      { label: "You pay", value: "at most 0.1 SOL", exact: "at most 0.1 SOL" },
      { label: "You get", value: "at least 4.75 tokens" },
    ];
    expect(signer.stage.screen()).toMatchObject({ wallet: address, content: { maxSpend: 102_084_140n, moves } });
    signer.stage.act({ kind: "confirm" });
    expect(await answer).toMatchObject({ result: { signature: expect.any(String) } });
    const phases = events.flatMap((event) => (event.event === "phase" ? [event.phase] : []));
    expect(phases).toEqual(["loading", "waiting", "signing", "done"]);
  });

  it("waits for the chain's answer, which revises it without a new phase", async () => {
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
    // Its 0.1 SOL would buy many more tokens than its minimum, so the typed word is required.
    const revised = signer.stage.screen();
    expect(revised).toMatchObject({
      content: {
        headline: ["Buy ", { name: "Harbour Radio" }, " (", { name: "HAR" }, ")"],
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

  it("cannot be requested while another is shown", async () => {
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

  it("is refused for every single changed byte that the wallet cannot explain", async () => {
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
  const { creator } = migratedTokenOnChain;
  type Stating = (mint: Address) => Promise<CreatorStatement | null>;
  /** What a sale says of them: it needs no allowance, so that it shows without any key, too. */
  const askedBy = async (
    key: Address | null,
    stating: Stating,
    naming: (of: Address) => Promise<HandleStatement | null>,
  ) => {
    const connection = await signedIn(await nodeTelling(migratedTokenOnChain), { ...config, attestationKey: key });
    connection.wallet.stateCreators(stating);
    connection.wallet.state(naming);
    const message = toBase64(await migratedMessages.swapSell(connection.address));
    const asked = connection.ask({ method: "signTransaction", message, view });
    await confirmable(connection.signer);
    const screen = connection.signer.stage.screen();
    connection.signer.stage.act({ kind: "cancel" });
    await asked;
    if (screen.kind !== "confirm") throw new Error("it waits for Confirm");
    const { lines, notices } = screen.content;
    const creators = lines.filter(({ label }) => label.startsWith("Chief")).map(({ label, value }) => [label, value]);
    return { creators, notices: notices.map(({ text }) => text) };
  };
  const truth: Stating = (mint) => attestor.stateCreator(mint, creator);
  const unproven = [
    ["Chief", "8dHEsm9j…mGkCmPhY"],
    ["Chief's account", "not proven"],
  ];

  it("is named by their attested account", async () => {
    const name = (of: Address) => attestor.state(of, { handle: "harbour", kind: "farcaster" });
    expect((await askedBy(attestor.key, truth, name)).creators).toEqual([
      ["Chief", "8dHEsm9j…mGkCmPhY"],
      ["Chief on Farcaster", { quoted: "@harbour" }],
    ]);
  });

  it("is called unproven for another key's statement, one about another creator, an old one, none, and without a key", async () => {
    const [other, stranger] = [await createAttestor(), addressSchema.parse(testAddresses.adminAddress)];
    const named = async (...of: Parameters<typeof askedBy>) => (await askedBy(...of)).creators;
    expect(await named(attestor.key, truth, other.state)).toEqual(unproven);
    expect(await named(attestor.key, truth, () => attestor.state(stranger))).toEqual(unproven);
    expect(await named(attestor.key, truth, (of) => attestor.state(of, { expiresAt: 1 }))).toEqual(unproven);
    expect(await named(attestor.key, truth, async () => null)).toEqual(unproven);
    expect(await named(null, truth, attestor.state)).toEqual(unproven);
    // The same for who created it: a name belongs to a mint only by such a statement.
    const wrong: readonly Stating[] = [
      (mint) => other.stateCreator(mint, creator),
      () => attestor.stateCreator(stranger, creator),
      async (mint) => ({ ...(await attestor.stateCreator(stranger, creator)), mint }),
      (mint) => attestor.stateCreator(mint, creator, { expiresAt: 1 }),
      async () => null,
    ];
    for (const stating of wrong) expect(await named(attestor.key, stating, attestor.state)).toEqual(unproven);
  });

  it("whom the wallet's node makes up is not named, and it is said in red", async () => {
    const stranger = addressSchema.parse(testAddresses.adminAddress);
    const { creators, notices } = await askedBy(
      attestor.key,
      (mint) => attestor.stateCreator(mint, stranger),
      attestor.state,
    );
    expect(creators).toEqual(unproven);
    expect(notices[0]).toBe(confirmNotices.otherCreator);
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
