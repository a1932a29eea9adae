import type { LocalUser } from "@tribe/contract";
import type { ScriptedServer } from "../server/scripted-server.ts";

/** A screen in one state, which tests and the gallery (`npm run screens`) open alike. */
export interface ScreenState {
  readonly path: string;
  /** A new server each time, as a page changes what it holds. */
  readonly server: () => ScriptedServer;
  /** Who has opened it; a visitor by default. */
  readonly as?: LocalUser;
  /** Whether the connection is lost once the page has been drawn. */
  readonly isOffline?: boolean;
}
