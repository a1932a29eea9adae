/** What finds elements: a page, a frame in it, or an element. As Playwright's, and as far as all engines have it (e2e/browsers). */
export interface Finder {
  getByRole(role: Role, options?: RoleOptions): Found;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Found;
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): Found;
}

/** The roles by which tests find elements. */
export type Role =
  | "alert"
  | "article"
  | "button"
  | "checkbox"
  | "combobox"
  | "dialog"
  | "heading"
  | "img"
  | "link"
  | "list"
  | "listitem"
  | "log"
  | "menuitem"
  | "progressbar"
  | "radio"
  | "region"
  | "searchbox"
  | "status"
  | "switch"
  | "tab"
  | "textbox"
  | "timer";

export interface RoleOptions {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly disabled?: boolean;
}

/** Elements that are looked for anew with each action; an action waits for one that is there and can be used. */
export interface Found extends Finder {
  first(): Found;
  last(): Found;
  or(other: Found): Found;
  click(): Promise<void>;
  /** Replaces what a field holds. */
  fill(text: string): Promise<void>;
  waitFor(options?: { readonly state?: "visible" | "detached"; readonly timeout?: number }): Promise<void>;
  count(): Promise<number>;
  textContent(): Promise<string | null>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  isVisible(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
}

/** A page of any engine. */
export interface Screen extends Finder {
  /** What is in a frame, by the frame's CSS selector. */
  frameLocator(frame: string): Finder;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}
