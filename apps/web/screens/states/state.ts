// Why pictures are of named states: docs/decisions/0129.
import type { FirstData, LocalUser } from "@tribe/contract";
import type { Lack } from "../page/lacks.ts";
import type { ScriptedServer } from "../server/scripted-server.ts";
import type { Hand } from "../support/hand.ts";

/** What brings a screen that has just been drawn into its state. */
export interface Stage {
  /** Presses and fills by roles and names, as a person would. */
  readonly hand: Hand;
  readonly server: ScriptedServer;
  /** The page's own, for what no press does: a clock that runs out, a size. */
  readonly window: Window & typeof globalThis;
  readonly goOffline: () => void;
}

/** A screen in one state, which tests, the picture book and the gallery (`npm run screens`) open alike. */
export interface ScreenState {
  readonly path: string;
  /** A new server each time, as a page changes what it holds. */
  readonly server: () => ScriptedServer;
  /** Who has opened it; a visitor by default. */
  readonly as?: LocalUser;
  /** Whether the connection is lost once the page has been drawn. */
  readonly isOffline?: boolean;
  /** What the server has written into the page, so that its first paint needs no call; nothing by default. */
  readonly firstData?: FirstData;
  /** What this browser has kept from an earlier visit: JSON by the names of shared/storage/keys.ts. */
  readonly storage?: Readonly<Record<string, unknown>>;
  /** What this browser doesn't have; nothing by default. */
  readonly lacks?: readonly Lack[];
  /** What a person does to see the state; nothing by default. */
  readonly show?: (stage: Stage) => Promise<void>;
  /** A text, or a control's name, by which the state is known: without it the screen shows something else. */
  readonly shows: string | RegExp;
  /** A page of another size begins its part anew (a reply, an open menu): for a desktop the state is opened anew, too. */
  readonly isLostByResize?: boolean;
  /** Moves all the time (a camera, the level of a sound): its pictures are not compared. */
  readonly isMoving?: boolean;
}

/** The states of one feature, by their names. */
export type States = Readonly<Record<string, ScreenState>>;
