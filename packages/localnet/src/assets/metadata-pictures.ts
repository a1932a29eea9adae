const timeoutMs = 5_000;
const maxBytes = 100_000;
/** Maximum cached addresses; then the cache is cleared. */
const maxKnown = 2_000;

/**
 * Pictures named in tokens' metadata files. A method cannot wait, so the first caller gets none while the file is fetched, once
 * per start of the process.
 */
export class MetadataPictures {
  readonly #known = new Map<string, string | null>();

  /** The picture's URL; null while unknown, or when there is none. */
  of(uri: string): string | null {
    const known = this.#known.get(uri);
    if (known !== undefined) return known;
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(uri, null);
    if (/^https?:\/\//.test(uri) && uri.length < 1_000) void this.#fetch(uri);
    return null;
  }

  async #fetch(uri: string): Promise<void> {
    try {
      const response = await fetch(uri, { signal: AbortSignal.timeout(timeoutMs), redirect: "follow" });
      const text = response.ok ? await firstBytes(response) : "";
      const file: unknown = JSON.parse(text);
      const image = typeof file === "object" && file !== null && "image" in file ? file.image : null;
      if (typeof image === "string" && image.length < 2_000) this.#known.set(uri, image);
    } catch {
      // No answer, or no such file: a token without a picture.
    }
  }
}

/** Reads a text of at most this many bytes. @throws Error for a longer one */
async function firstBytes(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error("the metadata file is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
