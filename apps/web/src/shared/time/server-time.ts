import { createServerClock } from "@tribe/contract";
import { createStore } from "../state/store.ts";

/** Milliseconds to add to this device's clock to get the server's time; 0 until an answer tells otherwise. */
export const clockLead = createStore(0);

/** The page's one clock for what is signed, or compared with the server's times. Each answer of the API may correct it. */
export const serverClock = createServerClock(clockLead);

/** The server's time, in milliseconds since 1970. */
export const serverNow = (): number => serverClock.now();
