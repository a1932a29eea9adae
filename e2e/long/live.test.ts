import { readFile } from "node:fs/promises";
import type { Mint } from "@tribe/contract";
import type { Person } from "@tribe/devkit";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed } from "vitest";
import {
  findLiveKitServer,
  startLiveKit,
  type TestLiveKit,
} from "../../apps/server/src/engines/live/testing/livekit-server.ts";
import { clearLine, type LossyRelay, openLossyRelay } from "../../apps/server/src/engines/live/testing/lossy-relay.ts";
import { accessFaults, desktop, openBrowser, phone, picture, type Visitor, visit } from "../support/page/browser.ts";
import {
  button,
  decodedBy,
  expectSpeaking,
  framesDecoded,
  playsSound,
  refuseDevices,
  seesMoving,
  stageOf,
} from "../support/page/live-page.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { enterChat, type WithConnections } from "../support/people/live-people.ts";
import { gather, tokens } from "../support/people/people.ts";
import { signUpWithX } from "../support/people/signed-in-person.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

// A Chief and a member see and hear each other through the embedded forwarding unit (SFU) over loopback, or through LiveKit
// with TRIBE_LIVEKIT=1 (see `apps/server/src/engines/live/testing/livekit-server.ts` for where it comes from):
// everything that can happen in a live, with three members.
const isLiveKit = process.env.TRIBE_LIVEKIT === "1";

let liveKit: TestLiveKit | null = null;
/** Relays all media between pages and the SFU, without loss until a test sets some. */
let relay: LossyRelay | null = null;
let tribe: Tribe;
let browser: Browser;
let mint: Mint;
let chief: Visitor;
let member: Visitor;
let other: Visitor;
let third: Visitor;
/** The members without the Chief. */
let members: readonly Visitor[] = [];
let seller: Person;

beforeAll(async () => {
  [tribe, browser] = await Promise.all([
    startTribe({ env: isLiveKit ? await startOwnLiveKit() : await ownUnit() }),
    openBrowser(),
  ]);
  const names = ["livechief", "livemember", "liveother", "livethird"];
  const people = await Promise.all(names.map((name) => signUpWithX(tribe, name)));
  const [one, two, three, four] = people;
  if (!one || !two || !three || !four) throw new Error("four people were made");
  seller = two.person;
  mint = await gather(people.map(({ person }) => person));
  const at = { appUrl: tribe.appUrl, mint };
  [chief, member] = await Promise.all([
    enterChat(browser, desktop, { ...at, somebody: one }),
    // With touch, because only touch devices are offered another camera.
    enterChat(browser, { ...phone, hasTouch: true }, { ...at, somebody: two }),
  ]);
  [other, third] = await Promise.all([
    enterChat(browser, { ...desktop, colorScheme: "light" }, { ...at, somebody: three }),
    enterChat(browser, { ...phone, colorScheme: "light" }, { ...at, somebody: four }),
  ]);
  members = [member, other, third];
});
afterAll(async () => {
  await browser?.close();
  await tribe?.stop();
  await liveKit?.stop();
  await relay?.close();
});

/** The settings for our own SFU. */
const ownUnit = async (): Promise<Record<string, string>> => {
  const TRIBE_LIVE_ADDRESS = "127.0.0.1";
  relay = await openLossyRelay(64, Math.random);
  const { address, ports } = relay;
  return { TRIBE_LIVE_ADDRESS, TRIBE_LIVE_PUBLIC_ADDRESS: address, TRIBE_LIVE_PORTS: ports.join("-") };
};

/** Starts LiveKit and returns the settings for it. */
const startOwnLiveKit = async (): Promise<Record<string, string>> => {
  const path = findLiveKitServer();
  if (!path) throw new Error("LiveKit's server is not here");
  liveKit = await startLiveKit(path, async (body, authorization) => {
    const headers = { authorization, "content-type": "application/webhook+json" };
    return (await fetch(`${tribe.appUrl}/api/hooks/livekit`, { method: "POST", headers, body })).ok;
  });
  const { url, key, secret } = liveKit.settings;
  return { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret };
};
/** Whether a test failed half-way, so that the next one sets up a new live. */
let hasFailed = false;
const watch = () => {
  onTestFailed(() => {
    hasFailed = true;
  });
  reportFailure("live", () => ({ visitors: [chief, member, other, third] }));
};
/** The media process; null while there is none. */
const mediaProcess = async (): Promise<number | null> => {
  for (const pid of await tribe.processes()) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes("live/sfu/main")) return pid;
  }
  return null;
};

/** The Chief goes live, and everybody sees the live. */
const goLive = async (title: string) => {
  await chief.page.bringToFront();
  await button(chief.page, "Go live").click();
  const dialog = chief.page.getByRole("dialog", { name: "Go live" });
  await dialog.getByRole("button", { name: "With camera" }).click();
  await dialog.locator("video").waitFor();
  await dialog.getByRole("textbox", { name: /What is it about/ }).fill(title);
  expect(await accessFaults(chief.page, "live-preview")).toEqual([]);
  await dialog.getByRole("button", { name: "Go live", exact: true }).click();
  await stageOf(chief.page).getByText("You").waitFor();
};
const join = async ({ page }: Visitor) => {
  await page.bringToFront();
  await button(page, "Join live").first().click();
  await seesMoving(page, "livechief");
};
const endForAll = async () => {
  await button(chief.page, "Leave live").click();
  await button(chief.page, "End for all").click();
  await stageOf(chief.page).waitFor({ state: "detached" });
};

/** After a failed test: brings everybody into a new live of the Chief, each with a new page. */
const beginAnew = async () => {
  const { page } = chief;
  for (const visitor of [chief, ...members]) {
    for (const each of visitor.page.context().pages()) if (each !== visitor.page) await each.close();
    await visit(visitor.page, `${tribe.appUrl}/chat/${mint}`);
  }
  await button(page, "Go live").or(button(page, "Join live").first()).first().waitFor();
  if ((await button(page, "Join live").count()) > 0) {
    await button(page, "Join live").first().click();
    await stageOf(page).waitFor();
    await endForAll();
  }
  await goLive("Once more");
  for (const visitor of members) await join(visitor);
  hasFailed = false;
};

describe("in a longer live", () => {
  beforeEach(async () => {
    if (hasFailed) await beginAnew();
  });
  afterEach(() => relay?.setLine(clearLine));

  it("says why there is no camera, and continues once there is one", async () => {
    watch();
    await refuseDevices(chief.page, "NotAllowedError");
    await button(chief.page, "Go live").click();
    const dialog = chief.page.getByRole("dialog", { name: "Go live" });
    await dialog.getByRole("button", { name: "With camera" }).click();
    await dialog.getByText("Your browser blocks the camera. Allow it beside the address, then try again.").waitFor();
    await dialog.getByText("Your browser blocks the microphone.").waitFor();
    expect(await accessFaults(chief.page, "live-refused")).toEqual([]);
    await refuseDevices(chief.page, "NotFoundError");
    await button(chief.page, "Switch on camera").click();
    await dialog.getByText("No camera was found.").waitFor();
    await refuseDevices(chief.page, null);
    await button(chief.page, "Switch on camera").click();
    await dialog.locator("video").waitFor();
    await button(chief.page, "Switch on microphone").click();
    await dialog.getByText("Say something").waitFor();
    await dialog.getByRole("alert").waitFor({ state: "detached" });
    await chief.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("goes live for three viewers", async () => {
    watch();
    const chat = await seller.openChat(mint);
    for (let line = 1; line <= 15; line += 1) await chat.send(`Line ${line} before the live`);
    await chat.close();
    await goLive("Night call-in");
    for (const visitor of members) {
      await visitor.page.getByText("Night call-in").first().waitFor();
      await join(visitor);
      await expectSpeaking(visitor.page, "livechief, Chief");
      // The stage takes space from the chat, and the newest message stays visible.
      await expect
        .poll(() =>
          visitor.page
            .getByRole("log", { name: "Messages" })
            .locator("[data-virtuoso-scroller]")
            .evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop),
        )
        .toBeLessThanOrEqual(1);
    }
    await chief.page.getByText(`${members.length + 1} here`, { exact: true }).waitFor();
  });

  it("is accessible on a phone and on a desktop", async () => {
    watch();
    expect(await accessFaults(member.page, "live-phone")).toEqual([]);
    expect(await accessFaults(other.page, "live-desktop-light")).toEqual([]);
  });

  it("lets a member leave by the dialog, and come back", async () => {
    watch();
    await button(member.page, "Leave live").click();
    await member.page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
    await stageOf(member.page).waitFor({ state: "detached" });
    await chief.page.getByText(`${members.length} here`, { exact: true }).waitFor();
    await member.page.getByRole("dialog").waitFor({ state: "detached" });
    await join(member);
  });

  it("sends only audio to a member who chooses it, in their next live as well, and video again when they choose it", async () => {
    watch();
    const { page } = member;
    await page.bringToFront();
    await button(page, "Sound only").click();
    await page.getByText("Sound only, as you chose").waitFor();
    await page.locator('video[aria-label="livechief"]').waitFor({ state: "detached" });
    const isWithoutPictures = async () => {
      const first = await framesDecoded(page);
      await playsSound(page);
      return (await framesDecoded(page)) === first;
    };
    await expect.poll(isWithoutPictures, { timeout: 90_000 }).toBe(true);
    expect(await accessFaults(page, "live-sound-only-phone")).toEqual([]);
    await picture(page, "live-sound-only-phone");
    await page.reload();
    await button(page, "Join live").first().click();
    await page.getByText("Sound only, as you chose").waitFor();
    await expectSpeaking(page, "livechief, Chief");
    expect(await framesDecoded(page)).toBe(0);
    await button(page, "Show pictures").click();
    await seesMoving(page, "livechief");
    await page.getByText("Sound only, as you chose").waitFor({ state: "detached" });
  });

  it("brings a member with a raised hand on the stage, visible to all, and switches their camera off", async () => {
    watch();
    await button(member.page, "Raise hand").click();
    await chief.page.getByText("asks for the stage").waitFor();
    await picture(chief.page, "live-hand");
    await chief.page
      .getByRole("list", { name: "Raised hands" })
      .getByRole("button", { name: "Bring on stage" })
      .click();
    await button(member.page, "Unmute").click();
    await button(member.page, "Mute").waitFor();
    await button(member.page, "Switch on camera").click();
    await Promise.all([
      seesMoving(chief.page, "livemember"),
      seesMoving(other.page, "livemember"),
      expectSpeaking(chief.page, "livemember"),
    ]);
    await picture(other.page, "live-two");
    // Of two videos the Chief's arrives in the larger layer, the member's in the smaller one; both are decoded.
    const layers = async () => {
      const { v0, v1 } = await decodedBy(other.page);
      return v0 && v1 && v0.frames > 0 && v1.frames > 0 ? v0.height / v1.height : 0;
    };
    if (!isLiveKit) await expect.poll(layers, { timeout: 60_000 }).toBeGreaterThan(1);
    // A press swaps the layers.
    await other.page.getByRole("button", { name: /^livemember.*show large/ }).click();
    if (!isLiveKit) await expect.poll(layers, { timeout: 60_000 }).toBeLessThan(1);
    await picture(other.page, "live-pinned");
    // The large video goes to picture-in-picture, and back.
    const isOut = () => other.page.evaluate(() => document.pictureInPictureElement?.getAttribute("aria-label") ?? null);
    await button(other.page, "Picture in picture").click();
    await expect.poll(isOut).toBe("livemember");
    await button(other.page, "Picture in picture").click();
    await expect.poll(isOut).toBe(null);
    await other.page.getByRole("button", { name: /^livemember.*show large/ }).click();
    await button(member.page, "React").click();
    await button(member.page, "fire").click();
    await chief.page.getByText("🔥").waitFor();
    await picture(member.page, "live-stage-phone");
    await chief.page.getByRole("button", { name: /^livemember.*what you can do/ }).click();
    await chief.page
      .getByRole("dialog", { name: "livemember" })
      .getByRole("button", { name: "Switch off camera" })
      .click();
    await button(member.page, "Switch on camera").waitFor();
    await expect.poll(() => other.page.locator('video[aria-label="livemember"]').count()).toBe(0);
    await button(member.page, "Mute").waitFor();
    await flipsCamera();
    await chief.page.getByRole("button", { name: /^livemember.*what you can do/ }).click();
    await chief.page
      .getByRole("dialog", { name: "livemember" })
      .getByRole("button", { name: "Switch off microphone" })
      .click();
    await member.page.getByText("The Chief switched off your microphone").waitFor();
    await button(member.page, "Unmute").waitFor();
    await other.page.getByRole("button", { name: /^livemember, muted/ }).waitFor();
  });

  /** The member on the stage switches to the phone's other camera; when that fails, no camera is on. */
  const flipsCamera = async () => {
    const { page } = member;
    const requestedCamera = () =>
      page.evaluate(() => {
        const { devices } = globalThis as unknown as WithConnections; // set when the page was opened
        const video = devices.findLast(({ constraints: asked }) => asked.video)?.constraints.video;
        return typeof video === "object" ? video.facingMode : null;
      });
    await page.bringToFront();
    await button(page, "Switch on camera").click();
    await button(page, "Flip camera").waitFor();
    expect(await requestedCamera()).toBe("user");
    await button(page, "Flip camera").click();
    await expect.poll(requestedCamera).toBe("environment");
    await seesMoving(other.page, "livemember");
    await page.bringToFront();
    await refuseDevices(page, "NotFoundError");
    await button(page, "Flip camera").click();
    await page.getByText("No camera was found.").waitFor();
    await button(page, "Switch on camera").waitFor();
    await refuseDevices(page, null);
    await expect.poll(() => other.page.locator('video[aria-label="livemember"]').count()).toBe(0);
  };

  it("shows everybody the Chief's shared screen, and the cameras again when it ends", async () => {
    watch();
    await button(chief.page, "Share screen").click();
    await Promise.all([seesMoving(other.page, "livechief's screen"), seesMoving(member.page, "livechief's screen")]);
    expect(await accessFaults(member.page, "live-screen-phone")).toEqual([]);
    expect(await accessFaults(other.page, "live-screen-desktop")).toEqual([]);
    await button(member.page, "Share screen").waitFor({ state: "detached" });
    await button(chief.page, "Stop sharing screen").click();
    await other.page.getByLabel("livechief's screen").waitFor({ state: "detached" });
    await seesMoving(other.page, "livechief");
    // The browser's own stop button ends it as well.
    await button(chief.page, "Share screen").click();
    await seesMoving(other.page, "livechief's screen");
    await chief.page.evaluate(() => {
      const { devices } = globalThis as unknown as WithConnections; // set when the page was opened
      const screen = devices.at(-1)?.tracks[0];
      screen?.stop();
      screen?.dispatchEvent(new Event("ended"));
    });
    await button(chief.page, "Share screen").waitFor();
    await other.page.getByLabel("livechief's screen").waitFor({ state: "detached" });
  });

  it.skipIf(isLiveKit)(
    "continues with only audio over a weak connection, says so on both sides, and recovers afterwards",
    async () => {
      watch();
      relay?.setLine({ loss: 0.4, delay: 20 });
      await chief.page.getByText("Your connection is weak: others only hear you for now").waitFor({ timeout: 60_000 });
      await other.page.getByText("Your connection is weak: sound only for now").waitFor({ timeout: 60_000 });
      // A stalled video is removed rather than frozen.
      await expect.poll(() => other.page.locator('video[aria-label="livechief"]').count()).toBe(0);
      await Promise.all([
        picture(chief.page, "live-weak-speaker"),
        picture(member.page, "live-weak-phone"),
        picture(other.page, "live-weak-viewer"),
      ]);
      await playsSound(other.page);
      relay?.setLine(clearLine);
      await Promise.all(
        [chief, other].map(({ page }) =>
          page.getByText("Your connection is weak").waitFor({ state: "detached", timeout: 120_000 }),
        ),
      );
      await seesMoving(other.page, "livechief");
    },
  );

  it("moves the live to the tab that joined last", async () => {
    watch();
    const second = await other.page.context().newPage();
    await visit(second, `${tribe.appUrl}/chat/${mint}`);
    await button(second, "Join live").click();
    await seesMoving(second, "livechief");
    await other.page.getByText("You're in this live on another tab or device now").waitFor();
    await button(other.page, "Join live").first().click();
    await second.getByText("You're in this live on another tab or device now").waitFor();
    await seesMoving(other.page, "livechief");
    await second.close();
  });

  it.skipIf(isLiveKit)("reconnects by itself when the media engine crashes", async () => {
    watch();
    const unit = await mediaProcess();
    if (unit === null) throw new Error("nobody carries the media");
    process.kill(unit, "SIGKILL");
    await expect.poll(async () => ((await mediaProcess()) ?? unit) !== unit, { timeout: 90_000 }).toBe(true);
    await seesMoving(other.page, "livechief");
  });

  it("removes a member who sold their seat, tells them, and sends them no more media", async () => {
    watch();
    // After a failed test the member is in the audience already.
    if ((await button(member.page, "Leave the stage").count()) > 0)
      await button(member.page, "Leave the stage").click();
    await button(member.page, "Raise hand").waitFor();
    members = [other, third];
    await seller.trade(mint, { side: "sell", tokens: tokens(8) });
    await member.page.getByText("You lost your seat, so you left the live").waitFor();
    const connections = () =>
      member.page.evaluate(() => {
        const { opened } = globalThis as unknown as WithConnections; // set when the page was opened
        return opened.filter(({ connectionState }) => connectionState !== "closed").length;
      });
    await expect.poll(connections).toBe(0);
    await picture(member.page, "live-booted-phone");
    await chief.page.getByText(`${members.length + 1} here`, { exact: true }).waitFor();
  });

  it("says that the server is down, and reconnects when it is back", async () => {
    watch();
    await tribe.kill();
    await Promise.all(
      [chief, other].map(({ page }) => page.getByText("Connection lost. Coming back…").waitFor({ timeout: 60_000 })),
    );
    await picture(other.page, "live-server-gone");
    await tribe.start();
    await Promise.all([chief, other].map(({ page }) => page.getByText("Coming back").waitFor({ state: "detached" })));
    await Promise.all([seesMoving(other.page, "livechief"), expectSpeaking(other.page, "livechief, Chief")]);
  });

  it("removes a blocked member, and tells them", async () => {
    watch();
    await button(chief.page, "Leave live").waitFor();
    members = [third];
    await button(chief.page, "Block liveother").click();
    await chief.page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click();
    await other.page.getByText("You lost your seat, so you left the live").waitFor();
    await other.page.getByRole("region", { name: "Live" }).waitFor({ state: "detached" });
    await chief.page.getByText("2 here", { exact: true }).waitFor();
    await button(chief.page, "Leave live").click();
    expect(await accessFaults(chief.page, "live-leave")).toEqual([]);
    await chief.page.keyboard.press("Escape");
    await chief.page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("ends for everybody when the Chief ends it", async () => {
    watch();
    await endForAll();
    await third.page.getByText("The live has ended").waitFor();
    await third.page.getByRole("region", { name: "Live" }).waitFor({ state: "detached" });
    await picture(chief.page, "live-ended-long");
  });
});
