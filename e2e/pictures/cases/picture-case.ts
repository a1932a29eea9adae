import type { Page } from "playwright-core";
import type { BookScene, Role } from "../book-scene.ts";

/** One picture: who looks, where, and what they do there first. */
export interface PictureCase {
  readonly name: string;
  readonly by: Role;
  /** A path of the app, a whole address, or null: the page stays as the picture before has left it. */
  readonly path: (scene: BookScene) => string | null;
  readonly act?: (page: Page, scene: BookScene) => Promise<void>;
  /** What was begun here and must not go on in the next picture. */
  readonly after?: (page: Page, scene: BookScene) => Promise<void>;
  /** Only a desktop has it. */
  readonly isWide?: true;
  /** It differs with each run (a camera's picture), so that it is not compared. */
  readonly isMoving?: true;
}

/** Pictures of one person, in the order in which they are taken. */
export const by = (role: Role, cases: readonly Omit<PictureCase, "by">[]): readonly PictureCase[] =>
  cases.map((one) => ({ ...one, by: role }));
