import { type Change, describeChange } from "./compare-pictures.ts";

/** One state of a screen, or one picture of the whole product, as it came out. */
export interface Taken {
  readonly name: string;
  /** Paths of its pictures in the book's folder. */
  readonly files: readonly string[];
  /** What is wrong with it, in words; null for nothing. */
  readonly fault: string | null;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** An HTML page with all pictures, one row for each state. */
export const indexPage = (taken: readonly Taken[], changes: readonly Change[] | null): string => {
  const changed = new Map(changes?.map((change) => [change.name, describeChange(change)]));
  const cell = (file: string): string => {
    const words = changed.get(file);
    const note = words === undefined ? "" : `<b><a href="changes/${file}">${escapeHtml(words)}</a></b>`;
    return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${file} ${note}</figcaption></figure>`;
  };
  const rows = taken.map(
    ({ name, files, fault }) =>
      `<h2 id="${name}">${name}</h2>${fault === null ? "" : `<p>${escapeHtml(fault)}</p>`}<div>${files.map(cell).join("")}</div>`,
  );
  const faulty = taken.filter(({ fault }) => fault !== null).length;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tribe, picture by picture</title>
<style>body{font:14px system-ui;margin:24px;background:#777}h2{margin:24px 0 8px}div{display:flex;gap:16px;align-items:start;flex-wrap:wrap}
img{max-width:420px;max-height:560px;display:block}figure{margin:0}p{white-space:pre-wrap;color:#600}</style>
<h1>${taken.length} states, ${taken.flatMap(({ files }) => files).length} pictures, ${faulty} states with faults${changes ? `, ${changes.length} not as before` : ""}</h1>
${rows.join("\n")}</html>\n`;
};
