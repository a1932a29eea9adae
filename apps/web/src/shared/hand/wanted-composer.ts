import type { Mint } from "@tribe/contract";
import { createStore } from "../state/store.ts";

/** The Tribe into whose chat somebody wants to write: its composer takes the focus as soon as no dialog covers it. */
export const wantedComposer = createStore<Mint | null>(null);
