import type { Mint } from "@tribe/contract";
import type { Browser } from "playwright-core";
import { type Looks, type Visitor, visit } from "../page/browser.ts";
import { newVisitorAs, type SignedInPerson } from "./signed-in-person.ts";

/** What the pages of {@link enterChat} record. */
export interface WithConnections {
  readonly opened: readonly RTCPeerConnection[];
  /** All media elements that play or have played, in the document or not. */
  readonly played: ReadonlySet<HTMLMediaElement>;
  /** The opened cameras, microphones and screens, with the requested constraints. */
  readonly devices: readonly {
    readonly constraints: MediaStreamConstraints;
    readonly tracks: readonly MediaStreamTrack[];
  }[];
}

/** Opens a person's browser in a Tribe's chat. Its page records {@link WithConnections}. */
export const enterChat = async (
  browser: Browser,
  looks: Looks,
  { appUrl, mint, somebody }: { readonly appUrl: string; readonly mint: Mint; readonly somebody: SignedInPerson },
): Promise<Visitor> => {
  const visitor = await newVisitorAs(browser, looks, somebody);
  // Only the connections themselves know what they have received.
  await visitor.page.addInitScript(() => {
    const opened: RTCPeerConnection[] = [];
    const played = new Set<HTMLMediaElement>();
    const devices: { asked: MediaStreamConstraints; tracks: readonly MediaStreamTrack[] }[] = [];
    Object.assign(globalThis, { opened, played, devices });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function recordPlay() {
      played.add(this);
      return play.call(this);
    };
    const { getUserMedia, getDisplayMedia } = MediaDevices.prototype;
    const keep = async (asked: MediaStreamConstraints, opening: Promise<MediaStream>) => {
      const stream = await opening;
      devices.push({ asked, tracks: stream.getTracks() });
      return stream;
    };
    MediaDevices.prototype.getUserMedia = function recordUserMedia(asked = {}) {
      return keep(asked, getUserMedia.call(this, asked));
    };
    MediaDevices.prototype.getDisplayMedia = function recordDisplayMedia(asked = {}) {
      return keep({}, getDisplayMedia.call(this, asked));
    };
    const Original = RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        opened.push(this);
      }
    };
  });
  await visit(visitor.page, `${appUrl}/chat/${mint}`);
  await visitor.page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  return visitor;
};
