import { recoveryWaitTexts } from "@tribe/domain/words";
import { describe, expect, it } from "vitest";
import { createFakeWalletServer, fakeUid } from "../../testing/fake-wallet-server.ts";
import { createMemoryAccountStore } from "../../testing/memory-account-store.ts";
import { config } from "../../testing/open-signer.ts";
import { ensureWallet, unlockKey } from "../../wallet/ensure-wallet.ts";
import { recoverByLink } from "../../wallet/recover.ts";
import type { Screen } from "../screen.ts";
import { createStage } from "../stage.ts";
import { recoverFlow } from "./recover-flow.ts";

const dayMs = 86_400_000;

/** A browser without the wallet whose frame is asked for it, by a link that waits a day. */
const asking = async () => {
  const wallet = createFakeWalletServer();
  const address = await ensureWallet({ api: wallet.api, store: createMemoryAccountStore() });
  wallet.delayRecovery();
  const store = createMemoryAccountStore();
  let look: () => void = () => undefined;
  /** A new frame, as after a reload. */
  const open = () => {
    const stage = createStage(() => undefined);
    const dependencies = {
      ...{ api: wallet.api, store, stage, config, lookAgainMilliseconds: 2 },
      onMaybeArrived: (next: () => void) => {
        look = next;
        return () => undefined;
      },
    };
    const outcome = recoverFlow(dependencies);
    outcome.catch(() => undefined);
    const shows = (isIt: (screen: Screen) => boolean): Promise<Screen> =>
      new Promise((resolve) => {
        const check = () => {
          if (!isIt(stage.screen())) return;
          stop();
          resolve(stage.screen());
        };
        const stop = stage.subscribe(check);
        check();
      });
    return { stage, outcome, shows, showsKind: (kind: Screen["kind"]) => shows((screen) => screen.kind === kind) };
  };
  const openLink = async () => {
    const link = wallet.mailed.at(-1) ?? expect.unreachable();
    await recoverByLink({ store, apiWith: () => wallet.api }, link);
    look();
  };
  return { wallet, address, store, open, openLink };
};

/** Like `asking`, up to the wait. */
const waiting = async () => {
  const at = await asking();
  const frame = at.open();
  await frame.showsKind("recovery_offer");
  frame.stage.act({ kind: "send_link" });
  await frame.showsKind("recovery_mailed");
  await at.openLink();
  const screen = await frame.showsKind("recovery_waiting");
  return { ...at, frame, screen };
};

describe("a browser that waits for the wallet", () => {
  it("says until when as soon as its link was opened, and takes the wallet by itself when the day has passed", async () => {
    const { wallet, address, store, frame, screen } = await waiting();
    const { readyAt } = screen as Extract<Screen, { kind: "recovery_waiting" }>;
    expect(Math.abs(readyAt - Date.now() - dayMs)).toBeLessThan(60_000);
    wallet.passTime(dayMs);
    expect(await frame.outcome).toBe(address);
    expect((await unlockKey({ api: wallet.api, store })).address).toBe(address);
  });

  it("continues to wait after a reload, and takes the wallet at once if the day has passed meanwhile", async () => {
    const { wallet, address, frame, open } = await waiting();
    frame.stage.act({ kind: "cancel" });
    await expect(frame.outcome).rejects.toMatchObject({ code: "declined" });
    wallet.passTime(dayMs / 2);
    const again = open();
    const { readyAt } = (await again.showsKind("recovery_waiting")) as Extract<Screen, { kind: "recovery_waiting" }>;
    expect(Math.abs(readyAt - Date.now() - dayMs / 2)).toBeLessThan(60_000);
    again.stage.act({ kind: "cancel" });
    wallet.passTime(dayMs / 2);
    expect(await open().outcome).toBe(address);
  });

  it("says when the wait was stopped, and offers the ways again", async () => {
    const { wallet, frame, openLink } = await waiting();
    wallet.stopRecoveries();
    expect(await frame.showsKind("recovery_offer")).toMatchObject({ error: recoveryWaitTexts.stopped });
    frame.stage.act({ kind: "send_link" });
    await frame.showsKind("recovery_mailed");
    await openLink();
    await frame.showsKind("recovery_waiting");
  });

  it("stops the wait by a press in this browser", async () => {
    const { wallet, frame } = await waiting();
    frame.stage.act({ kind: "stop_waiting" });
    expect(await frame.showsKind("recovery_offer")).toMatchObject({ error: null });
    wallet.passTime(dayMs);
    expect(await wallet.handle("/v1/wallet", undefined)).toMatchObject({ recoveries: [] });
  });

  it("does not ask again after the server refused, and offers the ways instead", async () => {
    const { wallet, frame } = await waiting();
    wallet.failNext("/v1/wallet/recovery/take", "wait_not_over");
    wallet.passTime(dayMs);
    expect(await frame.showsKind("recovery_offer")).toMatchObject({ error: recoveryWaitTexts.stopped });
    frame.stage.act({ kind: "cancel" });
    await expect(frame.outcome).rejects.toMatchObject({ code: "declined" });
  });

  it("continues after a temporary failure, once the person presses", async () => {
    const { wallet, address, frame } = await waiting();
    wallet.failNext("/v1/wallet/recovery/take", "unavailable");
    wallet.passTime(dayMs);
    await frame.showsKind("failed");
    frame.stage.act({ kind: "retry" });
    expect(await frame.outcome).toBe(address);
  });

  it("ends when the wallet came by another way meanwhile", async () => {
    const { wallet, address, store, frame } = await waiting();
    // The wallet's own page has brought it here, for example by a kit.
    wallet.passTime(dayMs);
    frame.stage.act({ kind: "cancel" });
    await ensureWallet({ api: wallet.api, store });
    expect(store.records.get(fakeUid)?.shares).toHaveLength(1);
    expect((await unlockKey({ api: wallet.api, store })).address).toBe(address);
  });
});
