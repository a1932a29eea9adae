// A page of the wallet, as src/main.tsx starts it, that talks to the scripted server of the window around it.
import "./page.css";
import { doubleText } from "../../../web/screens/checks/in-page/double-text.ts";
import { recordShifts } from "../../../web/screens/checks/in-page/layout-shifts.ts";
import { startClock } from "../../../web/screens/page/start-clock.ts";
import { start } from "../../src/start.tsx";
import { openAccountStore } from "../../src/storage/idb-account-store.ts";
import type { WalletSetup } from "./setup.ts";

const readSetup = (): WalletSetup => {
  const setup = parent.tribeWalletScreens?.get(window.name);
  if (!setup) throw new Error(`no page of the wallet was opened as '${window.name}'`);
  return setup;
};

const { fetch, authenticator, record, isFramed, openedAt, isTextDoubled, onBegin, onFault, onDrawn } = readSetup();
addEventListener("error", ({ message }) => onFault(message));
addEventListener("unhandledrejection", ({ reason }) => onFault(`unhandled: ${reason}`));
onBegin(window);
startClock(openedAt);
recordShifts();
if (isTextDoubled) doubleText();
globalThis.fetch = fetch;
if (record) await openAccountStore().put(record);
const root = document.querySelector<HTMLElement>("#root");
if (!root) throw new Error("index.html has no #root");
await start(root, { isFramed, authenticator });
onDrawn();
