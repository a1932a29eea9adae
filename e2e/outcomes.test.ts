import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed } from "vitest";
import { confirmInWallet } from "./support/at-the-page.ts";
import { accessFaults, openBrowser, phone, picture } from "./support/browser.ts";
import { comeToDoor, type DialogCase, dialogCases, openDoor, reach } from "./support/dialog-cases.ts";
import { freezeChain, strike, warp } from "./support/faults.ts";
import { landedOf } from "./support/landed.ts";
import { operate } from "./support/operator.ts";
import { pressInFrame } from "./support/press-in-frame.ts";
import { enterPool, enterScene, type Scene } from "./support/scene.ts";
import { startTribe, type Tribe } from "./support/tribe.ts";

// Every transaction dialog × every outcome, on the real stack, with faults between browser, server and chain. The truth
// is the chain: after each cell the member's balance says whether exactly one trade, or none, was made.

let tribe: Tribe;
let browser: Browser;
let scene: Scene;

/** Short slots, so that a block height passes in a second. */
const slotMilliseconds = "100";
/** More than a blockhash lives. */
const slotsOfABlockhash = 160;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([
    startTribe({ env: { TRIBE_SLOT_MS: slotMilliseconds, TRIBE_WARP: "on" } }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
});
beforeEach(({ task }) => {
  onTestFailed(async () => {
    await picture(scene.page, `failed-${task.name}`.replace(/[^a-z0-9]+/gi, "-"));
    process.stdout.write(`${task.name}\n${scene.visitor.complaints.join("\n")}\n${tribe.output().slice(-3_000)}\n`);
  });
});
afterEach(async () => {
  await scene.page.unrouteAll({ behavior: "ignoreErrors" });
  await scene.page.context().setOffline(false);
});

const button = (name: string) => scene.page.getByRole("button", { name, exact: true });
const confirmed = () => scene.page.getByText("Transaction Confirmed");

/** The dialog as it is for a person now: a picture, and no access fault. */
const look = async (dialog: DialogCase, outcome: string) => {
  const name = `outcome-${dialog.name}-${outcome}`.replace(/[^a-z0-9]+/gi, "-");
  expect(await accessFaults(scene.page, name)).toEqual([]);
};

const endsConfirmed = async () => {
  await confirmed().waitFor();
  await scene.page.getByRole("link", { name: "View on Explorer" }).waitFor();
  await button("OK").click();
  await scene.page.getByRole("dialog").waitFor({ state: "detached" });
};

/** Transactions that the member should have on chain by now, the failed ones left out. */
let expected: number | null = null;

/** Runs `act` and expects that it moved money in that many transactions; a late one more shows in the next cell. */
const moving = async (times: 0 | 1, act: () => Promise<void>) => {
  const before = await landedOf(tribe, scene.member.address);
  expect(before, "transactions before").toBe(expected ?? before);
  expected = null;
  await act();
  await expect.poll(() => landedOf(tribe, scene.member.address)).toBe(before + times);
  expected = before + times;
};

it("brings a member with a wallet to the page", async () => {
  scene = await enterScene(tribe, browser, phone, "outcomes");
});

describe.each(dialogCases)("$name", (dialog) => {
  beforeAll(async () => {
    if (dialog.venue === "pool" && !scene.giver) scene = await enterPool(scene);
    expected = null;
  });

  it("ends confirmed", () =>
    moving(1, async () => {
      await reach(dialog, scene);
      await look(dialog, "ready");
      await confirmInWallet(scene.page);
      await confirmed().waitFor();
      await look(dialog, "confirmed");
      await endsConfirmed();
    }));

  it("moves nothing when the person declines", () =>
    moving(0, async () => {
      await reach(dialog, scene);
      await pressInFrame(scene.wallet().getByRole("button", { name: "Cancel" }));
      await scene.page.locator('iframe[title="Confirm in your wallet"]').waitFor({ state: "detached" });
    }));

  it("asks again, and trades once, when the blockhash is too old by the time it is handed in", () =>
    moving(1, async () => {
      await reach(dialog, scene);
      await strike(scene.page, dialog.hesitates, { fault: null, before: () => warp(tribe, slotsOfABlockhash) });
      const preparedAgain = scene.page.waitForRequest(dialog.prepares);
      await confirmInWallet(scene.page);
      await preparedAgain;
      await confirmInWallet(scene.page);
      await endsConfirmed();
    }));

  it.runIf(dialog.movePrice)("says that the slippage was exceeded, and takes only the network's fee", async () => {
    expected = null;
    await reach(dialog, scene);
    await dialog.movePrice?.(scene);
    await confirmInWallet(scene.page);
    await scene.page.getByText("Confirm transaction failed: Slippage exceeded").waitFor();
    await look(dialog, "slippage");
    await button("OK").click();
  });

  it("is refused while the system is paused", () =>
    moving(0, async () => {
      await comeToDoor(dialog, scene);
      await operate(tribe, "pause");
      try {
        await scene.page.getByText("System upgrade in progress. Certain onchain features paused.").waitFor();
        await openDoor(dialog, scene);
        await scene.page.getByText("System upgrade in progress. Please check back later.").waitFor();
        expect(await scene.page.getByRole("dialog").count()).toBe(0);
        await look(dialog, "paused");
      } finally {
        await operate(tribe, "unpause");
      }
      await scene.page
        .getByText("System upgrade in progress. Certain onchain features paused.")
        .waitFor({ state: "detached" });
    }));

  it("shows the true end after the person was offline when the signature was handed in", () =>
    moving(1, async () => {
      await reach(dialog, scene);
      await strike(scene.page, dialog.submits, {
        fault: "lost",
        before: () => scene.page.context().setOffline(true),
      });
      await confirmInWallet(scene.page);
      await scene.page.getByText("Processing...").waitFor();
      await scene.page.getByText(/You are offline/).waitFor();
      await look(dialog, "offline");
      await scene.page.context().setOffline(false);
      await endsConfirmed();
    }));

  it("is picked up after a reload in the middle", () =>
    moving(1, async () => {
      await reach(dialog, scene);
      const thaw = await freezeChain(tribe);
      try {
        await confirmInWallet(scene.page);
        await scene.page.getByText("Processing...").waitFor();
        await scene.page.reload();
      } finally {
        thaw();
      }
      await endsConfirmed();
    }));

  it("shows the true end when the answer to the signature is lost", () =>
    moving(1, async () => {
      await reach(dialog, scene);
      await strike(scene.page, dialog.submits, { fault: "unanswered" });
      await confirmInWallet(scene.page);
      await endsConfirmed();
    }));

  it("goes on when the server is in trouble for a moment", () =>
    moving(1, async () => {
      await reach(dialog, scene);
      await strike(scene.page, dialog.submits, { fault: "refused", times: 2 });
      await confirmInWallet(scene.page);
      await endsConfirmed();
    }));

  it("goes on when everything is killed as the signature is handed in, and started again", () =>
    moving(1, async () => {
      await reach(dialog, scene);
      let isBack: Promise<void> | null = null;
      const restart = async () => {
        await tribe.kill();
        isBack = tribe.start();
      };
      await strike(scene.page, dialog.submits, { fault: "lost", before: restart });
      await confirmInWallet(scene.page);
      await scene.page.getByText("Processing...").waitFor();
      await expect.poll(() => isBack).not.toBeNull();
      await isBack;
      await endsConfirmed();
    }));

  it("is confirmed late while the chain hangs, and never failed", () =>
    moving(1, async () => {
      await reach(dialog, scene);
      const thaw = await freezeChain(tribe);
      try {
        await confirmInWallet(scene.page);
        await scene.page.getByText("Processing...").waitFor();
        await look(dialog, "processing");
      } finally {
        thaw();
      }
      await endsConfirmed();
    }));
});
