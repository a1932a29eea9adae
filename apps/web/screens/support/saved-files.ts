import type { Screen } from "./open-screen.ts";

/** The files that a page hands to the browser's downloads from now on, in order: none of them is saved. */
export const savedFiles = ({ window }: Screen) => {
  const saved: { readonly name: string; readonly text: () => Promise<string> }[] = [];
  const files = new Map<string, Blob>();
  const { URL: InsideURL, HTMLAnchorElement: Anchor } = window;
  const create = InsideURL.createObjectURL.bind(InsideURL);
  InsideURL.createObjectURL = (file) => {
    const url = create(file);
    // Its class is the screen's or the test's.
    if ("text" in file) files.set(url, file);
    return url;
  };
  const click = Anchor.prototype.click;
  Anchor.prototype.click = function save() {
    const file = files.get(this.href);
    if (!file) return click.call(this);
    saved.push({ name: this.download, text: () => file.text() });
  };
  return saved;
};

/** Gives files to a page by its field for them. */
export const addFiles = ({ window }: Screen, field: Element, files: readonly File[]): void => {
  const transfer = new window.DataTransfer();
  for (const file of files) transfer.items.add(file);
  Object.assign(field, { files: transfer.files });
  field.dispatchEvent(new window.Event("change", { bubbles: true }));
};
