import type { Mint } from "@tribe/contract";
import type { Browser } from "playwright-core";
import { type Looks, type Visitor, visit } from "../page/browser.ts";
import { newVisitorAs, type SignedInPerson } from "./signed-in-person.ts";

/** What the pages of {@link enterChat} keep. */
export interface WithConnections {
  readonly opened: readonly RTCPeerConnection[];
}

/** Opens somebody's browser in a Tribe's chat. Its page keeps the media connections that it makes: `globalThis.opened`. */
export const enterChat = async (
  browser: Browser,
  looks: Looks,
  { appUrl, mint, somebody }: { readonly appUrl: string; readonly mint: Mint; readonly somebody: SignedInPerson },
): Promise<Visitor> => {
  const visitor = await newVisitorAs(browser, looks, somebody);
  // What came by the page's connections is known to them alone.
  await visitor.page.addInitScript(() => {
    const opened: RTCPeerConnection[] = [];
    Object.assign(globalThis, { opened });
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
