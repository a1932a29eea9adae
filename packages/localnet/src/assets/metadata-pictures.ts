const timeoutMs = 5_000;
const maxBytes = 100_000;
/** As many addresses are remembered; then it begins anew. */
const maxKnown = 2_000;

/**
 * Pictures that tokens' metadata files name. A method can't wait: whoever asks first has none, and the file is fetched
 * meanwhile, once, and again after a start.
 */
export class MetadataPictures {
  readonly #known = new Map<string, string | null>();

  /** The picture's address; null while it is not known, or when there is none. */
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
      // Nobody there, or no such file: a token without a picture.
    }
  }
}

/** A text of at most so many bytes. @throws Error for a longer one */
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
