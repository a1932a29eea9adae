import { Parser } from "htmlparser2";

/** Where a page may say how it is encoded, in bytes. Browsers look at the first thousand; a long head has it later. */
const declarationBytes = 16_384;

/** The label in a content type, of a header or a `<meta>`. */
const labelIn = (contentType: string): string | undefined => /charset\s*=\s*["']?([^\s"';,]+)/iu.exec(contentType)?.[1];

/** The label in the page itself: all encodings that can be named there write these characters alike. */
const declaredLabel = (bytes: Uint8Array): string | undefined => {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, declarationBytes));
  let label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/iu.exec(start)?.[1];
  const parser = new Parser({
    onopentag: (name, { charset, content, "http-equiv": header }) => {
      if (name === "meta")
        label ??= charset ?? (/^content-type$/iu.test(header ?? "") ? labelIn(content ?? "") : undefined);
    },
  });
  parser.write(start);
  // A page whose labels can be read as single bytes is not in UTF-16, whatever it says (WHATWG).
  return label && /^\s*utf-16/iu.test(label) ? "utf-8" : label;
};

const bomLabel = (bytes: Uint8Array): string | undefined => {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
};

/** The bytes as text; null where no browser knows the label, or they are none in this encoding. */
const decoded = (bytes: Uint8Array, label: string, fatal: boolean): string | null => {
  try {
    // A page that was cut may end within a character.
    return new TextDecoder(label, { fatal }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
};

/**
 * A page's text, by its byte order mark, else by the header's charset, else by its own `<meta>`. A label that nobody knows, or
 * that its bytes contradict, is passed over for the next one; without any it is UTF-8, or else Western European.
 */
export const pageText = (bytes: Uint8Array, contentType: string): string => {
  const said = [bomLabel(bytes), labelIn(contentType), declaredLabel(bytes)].filter((label) => label !== undefined);
  const tries = [
    ...[...said, "utf-8"].map((label) => [label, true] as const),
    // One wrong byte in a long page: what it says is more likely than what is always possible.
    ...said.map((label) => [label, false] as const),
    // Node reads it as Latin 1 unless it must fail at wrong bytes, which it has none of.
    ["windows-1252", true] as const,
  ];
  for (const [label, fatal] of tries) {
    const text = decoded(bytes, label, fatal);
    if (text !== null) return text;
  }
  return "";
};
