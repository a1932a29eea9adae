import { lamportsPerSol, routes, walletWaits } from "@tribe/contract";
import { describe, expect, it, vi } from "vitest";
import { toBase64 } from "../keys/bytes.ts";
import { sealShare } from "../keys/device.ts";
import { fakeUid } from "../testing/fake-wallet-server.ts";
import { buyMessage } from "../testing/messages.ts";
import { codeOf, shown, signedIn, untilScreen, view } from "../testing/open-signer.ts";
import { askFor, type Connection, giveUp, press, somebody } from "../testing/transfers.ts";

describe("a transfer", () => {
  it("shows recipient and memo in full, and says that it is the first", async () => {
    const connection = await signedIn();
    const friend = await somebody(1);
    const asked = await askFor(connection, friend, 1_000_000_001n, "for lunch");
    expect(asked.content).toMatchObject({
      headline: ["Send SOL"],
      moves: [{ label: "You send", value: "1.000000001 SOL" }],
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

  /** Presses the button that begins the wait, and reads the resulting text. */
  const askToWait = async (connection: Connection, asked: Awaited<ReturnType<typeof askFor>>, more = {}) => {
    connection.signer.stage.act({ kind: "confirm", ...more });
    await shown(connection.signer, "waits");
    connection.signer.stage.act({ kind: "ok" });
    expect(codeOf(await asked.answer)).toBe("refused");
  };
  const day = 1_000 * walletWaits.sendSeconds;

  it("beyond 5 SOL a day waits a day without a passkey, for this recipient and this amount, which is used up", async () => {
    const connection = await signedIn();
    const { wallet, signer } = connection;
    const [first, second] = [await somebody(1), await somebody(2)];
    expect(await press(connection, await askFor(connection, first, 3n * lamportsPerSol))).toBeNull();
    const tooMuch = 2n * lamportsPerSol + 1n;
    const more = await askFor(connection, second, tooMuch);
    // No typed word replaces the wait.
    expect(more.content).toMatchObject({ typing: null, wait: { kind: "ask" } });
    await askToWait(connection, more);
    const asked = await askFor(connection, second, tooMuch);
    expect(asked.content.wait).toMatchObject({ kind: "waiting" });
    const before = signer.stage.screen();
    signer.stage.act({ kind: "confirm", typed: "send" });
    expect(signer.stage.screen()).toBe(before);
    await giveUp(connection, asked);
    wallet.passTime(day - 60_000);
    const early = await askFor(connection, second, 5n * lamportsPerSol);
    expect(early.content.wait).toEqual({ kind: "ask" });
    await giveUp(connection, early);
    wallet.passTime(60_000);
    const late = await askFor(connection, second, tooMuch);
    expect(late.content.wait).toBeUndefined();
    expect(await press(connection, late, { name: "  Bob\u202e " })).toBeNull();
    // Nothing of it is left, and being known frees nothing.
    const known = await askFor(connection, second, 6n * lamportsPerSol);
    expect(known.content).toMatchObject({ typing: null, asksForName: false, wait: { kind: "ask" } });
    expect(known.content.lines).toContainEqual({ label: "You call them", value: { quoted: "Bob" } });
    await giveUp(connection, known);
  });

  it("that waits is only for that recipient, can be stopped from elsewhere, and can be confirmed for a day", async () => {
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

  it("beyond it asks for a passkey's touch if the person has one, each time, which also unlocks the wallet", async () => {
    const connection = await signedIn();
    await connection.makePasskey();
    connection.unlocked.lockAll();
    const friend = await somebody(1);
    const asked = await askFor(connection, friend, 5n * lamportsPerSol + 1n);
    expect(asked.content).toMatchObject({ typing: null, needsPasskey: true });
    const touches = connection.authenticator.touches();
    expect(await press(connection, asked)).toBeNull();
    expect(connection.authenticator.touches()).toBe(touches + 1);
    const again = await askFor(connection, friend, 50n * lamportsPerSol);
    expect(again.content).toMatchObject({ needsPasskey: true });
    expect(await press(connection, again)).toBeNull();
    expect(connection.authenticator.touches()).toBe(touches + 2);
    // What a passkey confirmed used nothing of what presses may let out.
    expect((await askFor(connection, friend, 5n * lamportsPerSol)).content.needsPasskey).toBeUndefined();
    connection.signer.stage.act({ kind: "cancel" });
  });

  it("signs nothing and uses no allowance while nobody touches the passkey", async () => {
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

  it("asks again, or is given up, while the browser's prompt is open and nobody answers it", async () => {
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

  it("leads to recovery when the passkey that locked this browser is gone", async () => {
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
    // From now on this browser has no wallet: nothing asks for that passkey again.
    expect(codeOf(await connection.ask({ method: "create" }))).toBe("recovery_needed");
  });

  it("leads to recovery when the share is damaged under its lock, and asks for the lock no more", async () => {
    const connection = await signedIn();
    await connection.makePasskey();
    const { records } = connection.store;
    const record = records.get(fakeUid);
    const [share] = record?.shares ?? [];
    if (!record || !share) throw new Error("a wallet was made");
    // Looks intact from outside, as only the content under the lock was changed.
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

  it("that was declined uses no allowance and makes nobody known", async () => {
    const connection = await signedIn();
    const friend = await somebody(1);
    const declined = await askFor(connection, friend, 5n * lamportsPerSol);
    connection.signer.stage.act({ kind: "cancel" });
    expect(codeOf(await declined.answer)).toBe("declined");
    const again = await askFor(connection, friend, 5n * lamportsPerSol);
    expect(again.content.typing).toBeNull();
    expect(await press(connection, again)).toBeNull();
  });
});
