import type { Page } from "playwright-core";
import type { BookScene, Viewer } from "../book-scene.ts";

/** In the place of a path: the page stays as the picture before has left it. */
export const samePage = null;

/** One picture: who looks, where, and what they do there first. */
export interface PictureCase {
  readonly name: string;
  readonly by: Viewer;
  /** A path of the app, or a whole address. */
  readonly path: string | ((scene: BookScene) => string) | typeof samePage;
  readonly act?: (page: Page, scene: BookScene) => Promise<void>;
  /** What was begun here and must not go on in the next picture. */
  readonly after?: (page: Page, scene: BookScene) => Promise<void>;
  /** Only a desktop has it. */
  readonly isWide?: true;
  /** It takes minutes on a busy machine. */
  readonly isLong?: true;
  /** It never comes to rest (a camera, a level of sound), so that it is not compared. */
  readonly isMoving?: true;
}

/** Pictures of one person, in the order in which they are taken. */
export const by = (role: Viewer, cases: readonly Omit<PictureCase, "by">[]): readonly PictureCase[] =>
  cases.map((one) => ({ ...one, by: role }));
