import { createStore } from "../state/store.ts";
import type { HistoryStack } from "./history-stack.ts";

/** The in-app history of this page load. */
export const historyStore = createStore<HistoryStack>({ past: [], present: location.pathname });
