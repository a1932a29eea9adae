/** Which engine a test uses, and what its driver can't do. */
export interface EngineFacts {
  readonly name: "Firefox" | "WebKit";
  /** The least width of a window, CSS pixels. */
  readonly leastWidth: number;
  /** Whether the driver tells what the page has written to its console. */
  readonly hasConsole: boolean;
}

/** The settings with which a browser is opened. */
export interface Appearance {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
  /** The port of an HTTP proxy on this machine through which everything goes. */
  readonly proxyPort?: number;
}

/**
 * One tab of a browser, as both drivers have it. `frame`: a CSS selector of an iframe of the page, null for the page itself.
 * An expression is JavaScript that runs there.
 */
export interface Tab {
  readonly engine: EngineFacts;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** @returns what JSON can carry */
  evaluate(frame: string | null, expression: string): Promise<unknown>;
  /** Presses the middle of the element that the expression gives. */
  press(frame: string | null, expression: string): Promise<void>;
  hover(frame: string | null, expression: string): Promise<void>;
  setFiles(frame: string | null, expression: string, files: readonly string[]): Promise<void>;
  /** Types into what has the focus. */
  type(frame: string | null, text: string): Promise<void>;
  /** A key by its name, with `Shift+` and the like before it. */
  key(name: string): Promise<void>;
  /** PNG. */
  screenshot(): Promise<Uint8Array>;
  /** Another tab of the same browser. */
  newTab(): Promise<Tab>;
  /** The tab that the page itself opens by `act`. */
  opened(act: () => Promise<void>): Promise<Tab>;
  /** Errors of the page so far, as far as the driver tells them. */
  complaints(): readonly string[];
  closeTab(): Promise<void>;
}

/** A browser with a profile of its own. */
export interface Opened {
  readonly tab: Tab;
  /** The folder in which it saves what people save. */
  readonly downloads: string;
  close(): Promise<void>;
}

/** Whether an error says that the page or frame went away in the middle of a command: what was asked is asked again. */
export class Gone extends Error {}
