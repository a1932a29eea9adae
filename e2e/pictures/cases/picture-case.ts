import type { Page } from "playwright-core";
import type { BookScene, Viewer } from "../book-scene.ts";

/** Instead of a path: the page stays as the previous picture has left it. */
export const samePage = null;

/** One picture: the person, the page, and the actions before the picture. */
export interface PictureCase {
  readonly name: string;
  readonly by: Viewer;
  /** A path of the app, or a whole URL. */
  readonly path: string | ((scene: BookScene) => string) | typeof samePage;
  readonly act?: (page: Page, scene: BookScene) => Promise<void>;
  /** Ends what must not continue in the next picture. */
  readonly after?: (page: Page, scene: BookScene) => Promise<void>;
  /** Taken only on a desktop. */
  readonly isWide?: true;
  /** Takes minutes on a busy machine. */
  readonly isLong?: true;
  /** Moves all the time (a camera, an audio level), so that it is not compared. */
  readonly isMoving?: true;
}

/** Pictures of one person, in the order in which they are taken. */
export const by = (role: Viewer, cases: readonly Omit<PictureCase, "by">[]): readonly PictureCase[] =>
  cases.map((one) => ({ ...one, by: role }));
