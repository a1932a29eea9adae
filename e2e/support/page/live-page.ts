import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { WithConnections } from "../people/live-people.ts";

// What a page shows and receives of a live.

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const stageOf = (page: Page) => page.getByRole("list", { name: "On the stage" });
/** The number of decoded video frames that a page has received so far. */
export const framesDecoded = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { opened } = globalThis as unknown as WithConnections; // set when the page was opened
    let frames = 0;
    for (const connection of opened)
      for (const report of (await connection.getStats()).values())
        if (report.type === "inbound-rtp") frames += report.framesDecoded ?? 0;
    return frames;
  });

/** Waits until the page plays its sound: no element is paused, and their time goes on. */
export const playsSound = async (page: Page): Promise<void> => {
  const seconds = () =>
    page.evaluate(() => {
      const { played } = globalThis as unknown as WithConnections; // set when the page was opened
      const own = [...played].filter((each) => each instanceof HTMLAudioElement && each.srcObject !== null);
      return own.some(({ paused }) => paused) ? 0 : own.reduce((sum, { currentTime }) => sum + currentTime, 0);
    });
  const before = await seconds();
  await expect.poll(seconds, { timeout: 90_000 }).toBeGreaterThan(before);
};

/**
 * Waits until sound arrives from somebody on the stage and is played: the fake microphone beeps, and its level gives them the
 * ring of a speaker.
 * @param who the beginning of their label
 */
export const expectSpeaking = async (page: Page, who: string): Promise<void> => {
  await page
    // A button where somebody on the stage can be pressed, else a group.
    .getByLabel(new RegExp(`^${who}.*, speaking`))
    .first()
    .waitFor({ timeout: 90_000 });
  await playsSound(page);
};

/** Waits for moving video: more frames are decoded. The page itself retries a failed join. */
export const seesMoving = async (page: Page, name: string): Promise<void> => {
  // A background tab renders no video.
  await page.bringToFront();
  await page.locator(`video[aria-label="${name}"]`).first().waitFor();
  const frames = () =>
    page
      .getByLabel(name, { exact: true })
      .locator("visible=true")
      .first()
      .evaluate((element) => {
        const video = element instanceof HTMLVideoElement ? element : element.querySelector("video");
        return video?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
      });
  let least = Number.POSITIVE_INFINITY;
  const more = async () => {
    const now = await frames();
    // A video that comes back after a weak connection counts from 0 again.
    least = Math.min(least, now);
    return now - least;
  };
  await expect.poll(more, { timeout: 90_000 }).toBeGreaterThan(2);
};

/** The heights and decoded frames of a page's video streams, by the name of the stream. */
export const decodedBy = (page: Page) =>
  page.evaluate(async () => {
    const { opened } = globalThis as unknown as WithConnections; // set when the page was opened
    const streams: Record<string, { height: number; frames: number }> = {};
    for (const connection of opened.filter(({ connectionState }) => connectionState === "connected"))
      for (const report of (await connection.getStats()).values())
        if (report.type === "inbound-rtp" && report.kind === "video")
          streams[report.mid] = { height: report.frameHeight ?? 0, frames: report.framesDecoded ?? 0 };
    return streams;
  });
/** Makes requests for a camera or microphone fail with an error of this name from now on, or succeed (null). */
export const refuseDevices = (page: Page, name: "NotAllowedError" | "NotFoundError" | null) =>
  page.evaluate((name) => {
    const own = MediaDevices.prototype.getUserMedia;
    navigator.mediaDevices.getUserMedia = name
      ? () => Promise.reject(new DOMException("refused by the test", name))
      : own.bind(navigator.mediaDevices);
  }, name);
