import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { comeToDoor, type DialogCase, dialogCases, type Outcome, openDoor, reach } from "./dialog-cases.ts";
import { freezeChain, strike, warp } from "./faults.ts";
import { confirmInWallet, offlineBanner, openLive, readyToConfirm } from "./page/at-the-page.ts";
import { accessFaults, fourLooks, openBrowser } from "./page/browser.ts";
import { pressInFrame } from "./page/press-in-frame.ts";
import { reportFailure } from "./page/report-failure.ts";
import { landedOf } from "./people/landed.ts";
import { sol } from "./people/people.ts";
import { type Operator, openOperator } from "./product/operator.ts";
import { startTribe, type Tribe } from "./product/tribe.ts";
import { enterPool, enterScene, openTab, type Scene } from "./scene.ts";

// The outcomes of transaction dialogs, on the real stack, with fault injection between browser, server and chain. The chain
// decides: after each case the member's transactions show whether exactly one trade, or none, was made.

let tribe: Tribe;
let browser: Browser;
let operator: Operator;
let scene: Scene;
let lookName = "";

/**
 * Short slots, so that a trade is confirmed soon; with shorter ones a blockhash could expire before a slow machine shows it.
 */
const slotMilliseconds = "250";
/** More slots than a blockhash is valid for. */
const slotsOfABlockhash = 160;

const button = (name: string, { page } = scene) => page.getByRole("button", { name, exact: true });
const confirmed = ({ page } = scene) => page.getByRole("dialog").getByText("Transaction Confirmed");
const processing = ({ page } = scene) => page.getByText("Processing...");
const isGone = (page: Page) => page.getByRole("dialog").first().waitFor({ state: "detached" });

/** Whether the whole element is visible on the screen. */
const isWhollyInSight = (what: Locator): Promise<boolean> =>
  what.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve((entry?.intersectionRatio ?? 0) > 0.99);
        });
        observer.observe(element);
      }),
  );

/** Takes a picture of the dialog, and expects no accessibility fault. */
const checkAccess = async (dialog: DialogCase, outcome: string, { page } = scene) => {
  const name = `outcome-${lookName}-${dialog.name}-${outcome}`.replace(/[^a-z0-9]+/gi, "-");
  expect(await accessFaults(page, name)).toEqual([]);
};

const endsConfirmed = async (at = scene) => {
  await confirmed(at).waitFor();
  await at.page.getByRole("dialog").getByRole("link", { name: "View on Explorer" }).waitFor();
  await button("OK", at).click();
  await isGone(at.page);
};

/** Confirms the dialog while the chain is frozen, runs `act` meanwhile, and unfreezes the chain: it ends confirmed. */
const confirmedLate = async (dialog: DialogCase, at: Scene, act: () => Promise<void>) => {
  await reach(dialog, at);
  const thaw = await freezeChain(tribe);
  try {
    await confirmInWallet(at.page);
    await processing(at).waitFor();
    await act();
  } finally {
    thaw();
  }
  await endsConfirmed(at);
};

/** The number of the member's successful transactions expected on chain. */
let expected: number | null = null;

/** The member's own transactions that have landed. */
const ownLanded = async (): Promise<number> =>
  (await landedOf(tribe, scene.member.address)) - (scene.giver?.naming() ?? 0);

/** Runs `act` and expects that many successful transactions; an additional late one makes the next case fail. */
const moving = async (times: 0 | 1, act: () => Promise<void>) => {
  const before = await ownLanded();
  expect(before, "transactions before").toBe(expected ?? before);
  expected = null;
  await act();
  await expect.poll(ownLanded).toBe(before + times);
  expected = before + times;
};

/**
 * Declares a test for each of these outcomes of each dialog, on each of these screens.
 * @param screens the names of `fourLooks`
 */
export const outcomeStories = (
  screens: readonly (keyof typeof fourLooks)[],
  outcomesOf: (dialog: DialogCase) => readonly Outcome[],
): void => {
  beforeAll(async () => {
    [tribe, browser] = await Promise.all([
      startTribe({ env: { TRIBE_SLOT_MS: slotMilliseconds, TRIBE_WARP: "on" } }),
      openBrowser(),
    ]);
    operator = openOperator(tribe);
  });
  afterAll(async () => {
    operator?.close();
    await browser?.close();
    await tribe?.stop();
  });
  beforeEach(() => reportFailure(`outcomes-${lookName}`, () => ({ visitors: [scene.visitor], tribe })));
  afterEach(async () => {
    await scene.page.unrouteAll({ behavior: "ignoreErrors" });
    await scene.page.context().setOffline(false);
  });

  describe.each(screens)("%s", (name) => {
    beforeAll(async () => {
      lookName = name;
      scene = await enterScene(tribe, browser, fourLooks[name], `matrix${screens.indexOf(name)}`);
      return () => scene.visitor.close();
    });

    describe.each(dialogCases.filter((dialog) => outcomesOf(dialog).length > 0))("$name", (dialog) => {
      beforeAll(async () => {
        if (dialog.venue === "pool" && !scene.giver) scene = await enterPool(scene);
        expected = null;
      });
      const outcomes = outcomesOf(dialog);
      /** Declares a test if this run covers this outcome of the dialog. */
      const itFor = (outcome: Outcome) => (title: string, walk: () => Promise<void>) => {
        if (outcomes.includes(outcome)) it(title, walk);
      };

      itFor("confirmed")("ends confirmed", () =>
        moving(1, async () => {
          await reach(dialog, scene);
          await checkAccess(dialog, "ready");
          await confirmInWallet(scene.page);
          await confirmed().waitFor();
          await checkAccess(dialog, "confirmed");
          await endsConfirmed();
        }),
      );

      itFor("declined")("sends no transaction when the person declines", () =>
        moving(0, async () => {
          await reach(dialog, scene);
          await pressInFrame(scene.wallet().getByRole("button", { name: "Cancel" }));
          await scene.page.locator('iframe[title="Confirm in your wallet"]').waitFor({ state: "detached" });
          await checkAccess(dialog, "declined");
        }),
      );

      itFor("expired")("asks again, and trades once, when the blockhash has expired by the submission", () =>
        moving(1, async () => {
          await reach(dialog, scene);
          await strike(scene.page, dialog.hesitates, { fault: null, before: () => warp(tribe, slotsOfABlockhash) });
          const preparedAgain = scene.page.waitForRequest(dialog.prepares);
          await confirmInWallet(scene.page);
          await preparedAgain;
          await readyToConfirm(scene.page);
          // Visible beside the wallet's button, as long as the wallet asks.
          const why = scene.page.getByText(/^That took too long, so nothing left your wallet\./);
          await expect.poll(() => isWhollyInSight(why)).toBe(true);
          await checkAccess(dialog, "asked-again");
          await confirmInWallet(scene.page);
          await endsConfirmed();
        }),
      );

      itFor("slippage")("says that the slippage was exceeded, and takes only the network's fee", async () => {
        expected = null;
        await reach(dialog, scene);
        await dialog.movePrice?.(scene);
        await confirmInWallet(scene.page);
        await scene.page.getByText("Confirm transaction failed: Slippage exceeded").waitFor();
        await scene.page.getByRole("dialog").getByText("Details", { exact: true }).click();
        await scene.page.getByText("Error Number", { exact: true }).waitFor();
        // For a ticket the server's simulation fails, and its logs stay on the server.
        if (dialog.venue === "pool")
          await scene.page.getByRole("region", { name: "Logs" }).getByText("custom program error").waitFor();
        // However long the details are.
        await expect.poll(() => isWhollyInSight(button("OK"))).toBe(true);
        await checkAccess(dialog, "slippage");
        await button("OK").click();
      });

      itFor("too little SOL")(
        "says that there is too little SOL, spent elsewhere meanwhile, and how much is needed",
        async () => {
          const tooLittle = scene.page.getByText("You don't have enough SOL for this, fees included");
          await reach(dialog, scene);
          await scene.member.sendAllSol(scene.chief.address);
          expected = null;
          await moving(0, async () => {
            await confirmInWallet(scene.page);
            await tooLittle.waitFor();
            await checkAccess(dialog, "too-little-sol");
            await button("OK").click();
            await tooLittle.waitFor({ state: "detached" });
            switch (dialog.leadsBackTo) {
              case "amount":
                await scene.page.getByText(/^You need .* SOL, fees/).waitFor();
                await button("Deposit").waitFor();
                expect(await button("Next").isDisabled()).toBe(true);
                await checkAccess(dialog, "short-of-sol");
                break;
              case "door":
                await comeToDoor(dialog, scene);
                await openDoor(dialog, scene);
                await dialog.goOn(scene);
                await tooLittle.waitFor();
                await checkAccess(dialog, "short-of-sol");
                await button("OK").click();
            }
          });
          await scene.member.fundByAirdrop(sol(90));
          expected = null;
        },
      );

      itFor("paused")("is refused while the system is paused", () =>
        moving(0, async () => {
          await openLive(scene.page, () => comeToDoor(dialog, scene));
          await operator.run("pause");
          try {
            await scene.page.getByText("System upgrade in progress. Certain onchain features paused.").waitFor();
            await openDoor(dialog, scene);
            await scene.page.getByText("System upgrade in progress. Please check back later.").waitFor();
            expect(await scene.page.getByRole("dialog").count()).toBe(0);
            await checkAccess(dialog, "paused");
          } finally {
            await operator.run("unpause");
          }
          await scene.page
            .getByText("System upgrade in progress. Certain onchain features paused.")
            .waitFor({ state: "detached" });
        }),
      );

      itFor("offline")("shows the real outcome after the person was offline during the submission", () =>
        moving(1, async () => {
          await reach(dialog, scene);
          await strike(scene.page, dialog.submits, {
            fault: "lost",
            before: () => scene.page.context().setOffline(true),
          });
          await confirmInWallet(scene.page);
          await processing().waitFor();
          await offlineBanner(scene.page).waitFor();
          await checkAccess(dialog, "offline");
          await scene.page.context().setOffline(false);
          await endsConfirmed();
        }),
      );

      itFor("reloaded")("is resumed after a reload in the middle", () =>
        moving(1, () =>
          confirmedLate(dialog, scene, async () => {
            await scene.page.reload();
            await processing().waitFor();
            await checkAccess(dialog, "picked-up");
          }),
        ),
      );

      itFor("answer lost")("shows the real outcome when the answer to the submission is lost", () =>
        moving(1, async () => {
          await reach(dialog, scene);
          await strike(scene.page, dialog.submits, { fault: "unanswered" });
          await confirmInWallet(scene.page);
          await endsConfirmed();
        }),
      );

      itFor("trouble")("says which service fails during the preparation, and sends no transaction", () =>
        moving(0, async () => {
          await strike(scene.page, dialog.prepares, { fault: "refused", times: Number.POSITIVE_INFINITY });
          await comeToDoor(dialog, scene);
          await openDoor(dialog, scene);
          await dialog.goOn(scene);
          await scene.page.getByRole("dialog").getByRole("alert").waitFor();
          await scene.page.getByText(dialog.trouble).waitFor();
          await scene.page.getByText(/try again in a moment/i).waitFor();
          expect(await scene.page.getByText("Bad gateway").count()).toBe(0);
          await checkAccess(dialog, "server-error");
          await button("OK").click();
          await scene.page.getByRole("dialog").getByRole("alert").waitFor({ state: "detached" });
        }),
      );

      itFor("trouble for a moment")("continues after a short failure of the server", () =>
        moving(1, async () => {
          await reach(dialog, scene);
          await strike(scene.page, dialog.submits, { fault: "refused", times: 2 });
          await confirmInWallet(scene.page);
          await endsConfirmed();
        }),
      );

      itFor("killed")("continues after all processes were killed during the submission, and started again", () =>
        moving(1, async () => {
          await reach(dialog, scene);
          let isBack: Promise<void> | null = null;
          const restart = async () => {
            await tribe.kill();
            isBack = tribe.start();
          };
          await strike(scene.page, dialog.submits, { fault: "lost", before: restart });
          await confirmInWallet(scene.page);
          await processing().waitFor();
          await expect.poll(() => isBack).not.toBeNull();
          await isBack;
          await endsConfirmed();
        }),
      );

      itFor("late")("is confirmed late when the chain hangs, and never shown as failed", () =>
        moving(1, () => confirmedLate(dialog, scene, () => checkAccess(dialog, "processing"))),
      );

      itFor("nobody answers")(
        "says after 120 s that there is no answer yet, checks again, and still shows the end",
        () =>
          moving(1, async () => {
            const tab = await openTab(scene);
            await confirmedLate(dialog, tab, async () => {
              await tab.page.clock.fastForward(121_000);
              // The timers have run; the clock must match the server's again, or the server refuses the calls.
              await tab.page.clock.setSystemTime(new Date());
              await tab.page.getByText("Transaction confirmation timeout").waitFor();
              await checkAccess(dialog, "timeout", tab);
              await button("Check again", tab).click();
              await tab.page.getByText("Transaction confirmation timeout").waitFor();
            });
            await tab.page.close();
          }),
      );
    });
  });
};
