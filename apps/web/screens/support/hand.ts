// Works a screen without a test's driver, so that the gallery, which has none, shows what tests look at.

/** The elements that have a role, by their own markup or by `role`. */
const byRole = {
  button: "button:not([role]), [role=button]",
  link: "a[href]:not([role])",
  tab: "[role=tab]",
  textbox: "input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea",
  switch: "[role=switch]",
  checkbox: "[role=checkbox], input[type=checkbox]",
  radio: "[role=radio], input[type=radio]",
  menuitem: "[role=menuitem]",
  option: "[role=option]",
  combobox: "[role=combobox], select",
  article: "article, [role=article]",
  any: "*",
} as const;
export type HandRole = keyof typeof byRole;
export type HandName = string | RegExp;

/** Waits at most this long for what a state needs, in milliseconds: another machine may be many times as slow. */
const timeout = 20_000;

export interface Hand {
  /** Waits for a text, or a control's name. */
  readonly see: (name: HandName) => Promise<void>;
  /** Waits for a control that can be used. */
  readonly find: (role: HandRole, name: HandName) => Promise<HTMLElement>;
  readonly press: (role: HandRole, name: HandName) => Promise<void>;
  /** Writes into a field, in place of what is there. */
  readonly fill: (name: HandName, text: string) => Promise<void>;
  /** Chooses files in a field for files. */
  readonly choose: (files: readonly File[]) => Promise<void>;
  /** Presses a key in the page, such as `Escape`. */
  readonly key: (key: string) => void;
  /** Presses a key on an element, once the page has made it the one in the order of Tab. */
  readonly keyOn: (role: HandRole, name: HandName, key: string) => Promise<void>;
}

const plain = (text: string | null | undefined): string => text?.replaceAll(/\s+/g, " ").trim() ?? "";

/** An element's accessible name, as far as our markup needs it. */
const nameOf = (element: Element): string => {
  const label = element.getAttribute("aria-label");
  if (label !== null) return plain(label);
  const by = element.getAttribute("aria-labelledby");
  if (by !== null)
    return plain(
      by
        .split(" ")
        .map((id) => element.ownerDocument.getElementById(id)?.textContent)
        .join(" "),
    );
  const labels = "labels" in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []; // form controls have it
  if (labels.length > 0) return plain(labels.map(({ textContent }) => textContent).join(" "));
  return plain(element.textContent) || plain(element.querySelector("[aria-label]")?.getAttribute("aria-label"));
};

const matches = (text: string, name: HandName): boolean => (typeof name === "string" ? text === name : name.test(text));

/** Whether a person sees it, and no dialog is above it. */
const isThere = (element: Element): boolean =>
  element.checkVisibility({ checkVisibilityCSS: true }) && element.closest("[inert], [aria-hidden=true]") === null;

/** Whether the page shows a text: in one element, or as a name or a field's value. The last first: dialogs, and few words each. */
const hasText = (page: Document, name: HandName): boolean =>
  [...page.querySelectorAll("body *")]
    .reverse()
    .some(
      (element) =>
        (matches(plain(element.textContent), name) ||
          matches(plain(element.getAttribute("aria-label")), name) ||
          ("value" in element && matches(String(element.value), name))) &&
        isThere(element),
    );

/** A hand for the page in this window. */
export const createHand = (window: Window & typeof globalThis): Hand => {
  // After a reload it has another document.
  const page = () => window.document;
  const until = async <T>(look: () => T | undefined | false, what: string): Promise<T> => {
    const end = performance.now() + timeout;
    for (;;) {
      const found = look();
      if (found !== undefined && found !== false) return found;
      if (performance.now() > end) {
        const controls = [...page().querySelectorAll(`${byRole.button}, ${byRole.link}, ${byRole.textbox}`)];
        throw new Error(`no ${what}; there are: ${controls.filter(isThere).map(nameOf).join(" | ")}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const isEnabled = (element: HTMLElement) => !element.matches(":disabled, [aria-disabled=true]");
  const find = (role: HandRole, name: HandName): Promise<HTMLElement> =>
    until(
      () =>
        [...page().querySelectorAll<HTMLElement>(byRole[role])]
          .filter((element) => matches(nameOf(element), name) && isThere(element) && isEnabled(element))
          .at(-1),
      `${role} '${name}'`,
    );
  const key = (pressed: string): void => {
    const target = page().activeElement ?? page().body;
    for (const type of ["keydown", "keyup"])
      target.dispatchEvent(
        new window.KeyboardEvent(type, { key: pressed, code: pressed, bubbles: true, cancelable: true }),
      );
  };
  return {
    find,
    key,
    keyOn: async (role, name, pressed) => {
      const element = await find(role, name);
      element.focus();
      await until(() => element.tabIndex >= 0, `${role} '${name}' in the order of Tab`);
      key(pressed);
    },
    see: async (name) => void (await until(() => hasText(page(), name), `text '${name}'`)),
    press: async (role, name) => {
      const element = await find(role, name);
      const pointer = { bubbles: true, cancelable: true, composed: true, button: 0, isPrimary: true };
      element.dispatchEvent(new window.PointerEvent("pointerdown", pointer));
      element.dispatchEvent(new window.MouseEvent("mousedown", pointer));
      element.focus();
      element.dispatchEvent(new window.PointerEvent("pointerup", pointer));
      element.dispatchEvent(new window.MouseEvent("mouseup", pointer));
      element.click();
    },
    fill: async (name, text) => {
      const field = await find("textbox", name);
      const kind = field instanceof window.HTMLTextAreaElement ? window.HTMLTextAreaElement : window.HTMLInputElement;
      field.focus();
      // React takes what its own setter has not seen for a person's input.
      Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, text);
      field.dispatchEvent(new window.InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
    },
    choose: async (files) => {
      const field = await until(() => page().querySelector<HTMLInputElement>("input[type=file]") ?? undefined, "field");
      const transfer = new window.DataTransfer();
      for (const file of files) transfer.items.add(file);
      field.files = transfer.files;
      field.dispatchEvent(new window.Event("change", { bubbles: true }));
    },
  };
};
