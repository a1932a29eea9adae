// The page of a screen: the whole app, as main.tsx starts it, that talks to the scripted server of the window around it.
import "../../src/styles.css";
import { draw } from "../../src/app/draw.tsx";
import { prepare } from "../../src/app/prepare.ts";
import { doubleText } from "../checks/in-page/double-text.ts";
import { recordShifts } from "../checks/in-page/layout-shifts.ts";
import { drawShell } from "./draw-shell.ts";
import { takeAway } from "./lacks.ts";
import type { ScreenSetup } from "./setup.ts";
import { startClock } from "./start-clock.ts";

const readSetup = (): ScreenSetup => {
  const setup = parent.tribeScreens?.get(window.name);
  if (!setup) throw new Error(`no screen was opened as '${window.name}'`);
  return setup;
};

/** An error that the page prints tells its developers of a fault, as React and its libraries do of one that they caught. */
const watchConsole = (): void => {
  const print = console.error.bind(console);
  console.error = (...said: readonly unknown[]) => {
    print(...said);
    onFault(`printed as an error: ${said.map(String).join(" ")}`);
  };
};

/** A mouse also where an earlier screen had touch, after which Chromium knows of no pointer any more. */
const haveMouse = (): void => {
  const asked = window.matchMedia.bind(window);
  window.matchMedia = (query) => asked(query.replaceAll(/\((hover: hover|pointer: fine)\)/g, "(min-width: 0px)"));
};

const setup = readSetup();
const { transport, firstData, hasShell, openedAt, hasTouch, isTextDoubled, lacks, isOnline } = setup;
const { onFault, onDrawn, loadPart } = setup;
window.loadScreenPart = loadPart;
addEventListener("error", ({ message }) => onFault(message));
addEventListener("unhandledrejection", ({ reason }) => onFault(`unhandled: ${reason}`));
watchConsole();
startClock(openedAt);
takeAway(lacks);
if (!hasTouch) haveMouse();
recordShifts();
if (isTextDoubled) doubleText();
Object.defineProperty(navigator, "onLine", { get: isOnline });
// A browser without a window refuses notifications by itself; in others nobody was asked yet.
Object.defineProperty(Notification, "permission", { get: () => "default" });
// What goes past the API: reads of the chain's node, quotes of swaps.
globalThis.fetch = transport.fetch;
if (hasShell && firstData) await drawShell(firstData);
prepare(firstData, { origin: location.origin, transport });
await draw({ history: window });
onDrawn();
