import type { Attachment, MediaForm } from "@tribe/contract";

/** The `content-disposition` of a file: pictures and sounds are displayed inline, everything else is a download. */
export const dispositionOf = ({ kind, name }: Pick<Attachment, "kind" | "name">, form: MediaForm): string => {
  const how = kind === "file" ? "attachment" : "inline";
  const shown = kind === "image" || form === "poster" ? `${name.replace(/\.[^.]*$/, "")}.webp` : name;
  const plain = shown.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(shown).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${exact}`;
};
