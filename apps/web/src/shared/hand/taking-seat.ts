import type { Mint } from "@tribe/contract";
import { createStore } from "../state/store.ts";

/** The Tribe in which the person's own purchase is taking a seat: its end says so, and nothing else needs to. */
export const takingSeat = createStore<Mint | null>(null);
