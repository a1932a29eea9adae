const timeoutMs = 60_000;

/** Width and height in pixels. */
export interface Sides {
  readonly width: number;
  readonly height: number;
}

/** The sides of a picture, upright, by its header; null if this browser can't read it. Nothing is decoded. */
export const readSides = (file: Blob): Promise<Sides | null> =>
  withImage(file, ({ naturalWidth: width, naturalHeight: height }) =>
    width > 0 && height > 0 ? { width, height } : null,
  );

/** Gives a picture to `use` as the browser shows it, also a damaged one; null if it shows nothing, or `use` throws. */
export const withImage = async <T>(
  file: Blob,
  use: (image: HTMLImageElement) => T | null | Promise<T | null>,
): Promise<T | null> => {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      image.addEventListener("load", resolve, { once: true, signal });
      for (const target of [image, signal]) target.addEventListener(target === signal ? "abort" : "error", reject);
      image.src = url;
    });
    return await use(image);
  } catch {
    return null;
  } finally {
    image.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
};
