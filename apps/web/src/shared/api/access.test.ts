import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { access, useIsSignedIn, useSessionId } from "./access.ts";

/** The parts of a DOM element that React needs for components that render nothing. */
const emptyPlace = (): Element => {
  const listener = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const body = { ...listener, nodeType: 1, tagName: "BODY", contentEditable: "false" };
  const document = {
    ...listener,
    nodeType: 9,
    activeElement: body,
    body,
    defaultView: { HTMLIFrameElement: class {} },
  };
  const place: unknown = { ...listener, nodeType: 1, tagName: "DIV", ownerDocument: document };
  return place as Element; // nothing else of it is used
};

/** Renders nothing, and records the hook's value at each render. */
const Asker = ({ use, drawn }: { use: () => unknown; drawn: unknown[] }) => {
  drawn.push(use());
  return null;
};

const device = { deviceId: "d1", deviceSecret: "AAAA" };
const session = { sessionId: "s1", accessToken: "t1", sessionSecret: "BBBB", expiresAt: 8e15, since: 0 };

let before: ReturnType<typeof access.get>;
beforeEach(() => {
  before = access.get();
  access.set({ device: null, session: null });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  access.set(before);
});

test.each([
  ["useSessionId", useSessionId, [null, "s1", null]],
  ["useIsSignedIn", useIsSignedIn, [false, true, false]],
] as const)(
  "draws what asks %s anew when a session begins or ends, and not when a device is registered or a secret renewed",
  (_name, use, expected) => {
    const drawn: unknown[] = [];
    const root = createRoot(emptyPlace());
    act(() => root.render(createElement(Asker, { use, drawn })));
    act(() => access.set({ device, session: null }));
    act(() => access.set({ device, session }));
    act(() => access.set({ device, session: { ...session, sessionSecret: "CCCC" } }));
    act(() => access.set({ device, session: null }));
    act(() => root.unmount());
    expect(drawn).toEqual(expected);
  },
);
