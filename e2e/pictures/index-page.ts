import { type Change, describeChange } from "./compare-pictures.ts";

/** One picture of the book, or the reason why it is missing. */
export interface Taken {
  readonly name: string;
  readonly look: string;
  readonly by: string;
  /** Null when it was taken. */
  readonly failure: string | null;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** An HTML page with all pictures, one row for each screen. */
export const indexPage = (taken: readonly Taken[], changes: readonly Change[] | null): string => {
  const rows = new Map<string, Taken[]>();
  for (const one of taken) {
    const row = `${one.by}-${one.name}`;
    rows.set(row, [...(rows.get(row) ?? []), one]);
  }
  const changed = new Map(changes?.map((change) => [change.name, describeChange(change)]));
  const cell = ({ by, name, look, failure }: Taken): string => {
    const file = `${by}-${name}-${look}.png`;
    const words = changed.get(file);
    const note = words === undefined ? "" : `<b><a href="changes/${file}">${escapeHtml(words)}</a></b>`;
    return failure === null
      ? `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${look} ${note}</figcaption></figure>`
      : `<figure><p>${escapeHtml(failure)}</p><figcaption>${look}: not taken</figcaption></figure>`;
  };
  const body = [...rows].map(([name, cells]) => `<h2 id="${name}">${name}</h2><div>${cells.map(cell).join("")}</div>`);
  const missing = taken.filter(({ failure }) => failure !== null).length;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tribe, picture by picture</title>
<style>body{font:14px system-ui;margin:24px;background:#777}h2{margin:24px 0 8px}div{display:flex;gap:16px;align-items:start;flex-wrap:wrap}
img{max-width:420px;max-height:560px;display:block}figure{margin:0}p{max-width:420px;white-space:pre-wrap}</style>
<h1>${rows.size} screens and states, ${taken.length - missing} pictures, ${missing} not taken${changes ? `, ${changes.length} not as before` : ""}</h1>
${body.join("\n")}</html>\n`;
};
