import type { FirstData } from "@tribe/contract";
import type { Transport } from "../../src/app/build.ts";
import type { LoadPart } from "../server/parts.ts";
import type { ShellText } from "./draw-shell.ts";
import type { Lack } from "./lacks.ts";

/** What a screen's page is opened with. The page takes it from the window that opened it, by its frame's name. */
export interface ScreenSetup {
  readonly transport: Transport;
  /** What the server would have written into the page; null for nothing. */
  readonly firstData: FirstData | null;
  /** Whether the server's drawing of the first data stands in the page before its script draws (apps/server/src/http/page). */
  readonly hasShell: boolean;
  /** The time at which the page opens, in milliseconds since 1970; its clock runs on from there. */
  readonly openedAt: number;
  /** Whether the person has a finger instead of a mouse. */
  readonly hasTouch: boolean;
  /** Whether the person has set their browser to text twice the size. */
  readonly isTextDoubled: boolean;
  /** What the person's browser doesn't have. */
  readonly lacks: readonly Lack[];
  readonly isOnline: () => boolean;
  /** Called with the page's window before any of its scripts: what this browser lacks, or has besides. */
  readonly shape?: ((window: Window & typeof globalThis) => void) | undefined;
  /** Called with what goes wrong in the page without being shown. */
  readonly onFault: (fault: string) => void;
  /** Called once React has been given the page to draw. */
  readonly onDrawn: () => void;
  /** What every `import()` of the page is made by. */
  readonly loadPart: LoadPart;
  /** Called by each frame of the wallet with its window and a function that posts to the page in the frame's name. */
  readonly connectWallet: (frame: Window, post: (message: unknown) => void) => void;
}

declare global {
  interface Window {
    /** The screens that this window has opened, by their frames' names. */
    tribeScreens?: Map<string, ScreenSetup>;
    /** In a screen's page that began with the server's drawing: the texts of it, which a later layout moves unseen by browsers. */
    tribeShell?: readonly ShellText[];
    /** In a screen's page: its build calls it in place of `import()` (build-page.ts). */
    loadScreenPart?: LoadPart;
  }
}
