import { expect, it } from "vitest";
import { liveStates } from "./states/live.states.ts";
import { openState } from "./support/open-screen.ts";

// What a browser can't carry of a live. Lives themselves: e2e/long/live.test.ts.

const words = "This browser can't show lives. Try another one.";

it("begins no live in a browser without WebRTC, and says so", async () => {
  const screen = await openState(liveStates.goLiveUnsupported);
  const dialog = screen.getByRole("dialog", { name: "Go live" });
  await expect.element(dialog.getByText(words)).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Go live" })).not.toBeInTheDocument();
});

it("offers no live to somebody whose browser has no WebRTC, and says so", async () => {
  const screen = await openState(liveStates.unsupported);
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Join live" })).not.toBeInTheDocument();
});

it("leaves a live whose connection the browser refuses, with words, instead of joining it again and again", async () => {
  const server = liveStates.watching.server();
  const screen = await openState(liveStates.watching, { server });
  const joined = await server.realtime.sent("live");
  Object.assign(screen.window, {
    RTCPeerConnection: class {
      constructor() {
        throw new DOMException("", "NotSupportedError");
      }
    },
  });
  const { mint, peerId } = joined;
  server.realtime.push({ type: "live", mint, peerId, event: { kind: "offer", part: "receive", sdp: "v=0\r\n" } });
  await expect.element(screen.getByText("This browser couldn't open the live. Try another one.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Join live" })).toBeVisible();
  const actions = server.realtime.frames.flatMap((frame) => (frame.type === "live" ? [frame.action] : []));
  const kinds = actions.map((action) => (action as { readonly kind: string }).kind); // the page's own
  expect(kinds.filter((kind) => kind === "join" || kind === "leave")).toEqual(["join", "leave"]);
});
