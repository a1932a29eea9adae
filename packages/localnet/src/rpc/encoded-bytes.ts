/** Decodes base64 as strictly as a node: with its padding; `undefined` for anything else. */
export function decodeBase64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? Buffer.from(text, "base64") : undefined;
}

/** The decoders' error for an invalid text: the first invalid character, else the length. */
export function encodingProblem(text: string, encoding: "base58" | "base64"): string {
  const at = text.search(encoding === "base58" ? /[^1-9A-HJ-NP-Za-km-z]/ : /[^A-Za-z0-9+/]/);
  const character = text.charAt(at);
  if (encoding === "base58") return `InvalidCharacter { character: '${character}', index: ${at} }`;
  return at < 0 || character === "=" ? "InvalidPadding" : `InvalidByte(${at}, ${character.charCodeAt(0)})`;
}
