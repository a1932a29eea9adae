import type { Mint, Route } from "@tribe/contract";
import * as z from "zod/mini";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { type IndexedPerson, newIndexedPerson, newIndexedTribe } from "./indexed-tribe.ts";

/** A server without a chain, with one person who has created the Tribes. */
export interface ChiefWorld {
  readonly app: TestApp;
  readonly chief: IndexedPerson;
  /** Adds another Tribe of theirs, without trades. */
  newTribe(): Promise<Mint>;
  stop(): Promise<void>;
}

/** Starts it for a test file; `stop` ends it. */
export const startChiefWorld = async (): Promise<ChiefWorld> => {
  const app = await startTestApp();
  const chief = await newIndexedPerson(app);
  return { app, chief, newTribe: () => newIndexedTribe(app, chief.person.address), stop: () => app.stop() };
};

/** A route without its request schema, for calls with invalid requests. */
export const unchecked = <Checked extends Route>({ query: _, ...route }: Checked) => ({
  ...route,
  query: z.record(z.string(), z.string()),
});
