import type { Mint, Route } from "@tribe/contract";
import * as z from "zod/mini";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { type IndexedPerson, newIndexedPerson, newIndexedTribe } from "./indexed-tribe.ts";

/** A server without a chain, and one person who calls it and whose Tribes they are. */
export interface ChiefWorld {
  readonly app: TestApp;
  readonly chief: IndexedPerson;
  /** Another Tribe of theirs, without a trade. */
  newTribe(): Promise<Mint>;
  stop(): Promise<void>;
}

/** Starts a world for a test file; `stop` ends it. */
export const startChiefWorld = async (): Promise<ChiefWorld> => {
  const app = await startTestApp();
  const chief = await newIndexedPerson(app);
  return { app, chief, newTribe: () => newIndexedTribe(app, chief.person.address), stop: () => app.stop() };
};

/** A route without its own checks of what is asked, as anybody may call it. */
export const unchecked = <Checked extends Route>({ query: _, ...route }: Checked) => ({
  ...route,
  query: z.record(z.string(), z.string()),
});
