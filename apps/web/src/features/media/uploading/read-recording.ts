/** The longest side of a poster, in pixels. */
const maxSide = 1_280;
const timeoutMs = 8_000;

/** What a browser tells of a video. */
export interface ReadVideo {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** A frame from near its beginning; null if this browser can't draw it. */
  readonly poster: Blob | null;
}

/** Reads a video's size and duration and draws its poster; null if this browser can't decode it. */
export const readVideo = async (file: Blob): Promise<ReadVideo | null> => {
  const url = URL.createObjectURL(file);
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  try {
    video.src = url;
    await happens(video, "loadeddata");
    const { videoWidth: width, videoHeight: height, duration } = video;
    if (width === 0 || height === 0) return null;
    // The first frame is often black.
    video.currentTime = Number.isFinite(duration) ? Math.min(1, duration / 10) : 0.1;
    const poster = await happens(video, "seeked").then(
      () => draw(video, width, height),
      () => null,
    );
    return { width, height, durationMs: millisecondsOf(duration), poster };
  } catch {
    return null;
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
};

/** How long a sound is, ms; 0 if this browser can't tell. */
export const readDuration = async (file: Blob): Promise<number> => {
  const url = URL.createObjectURL(file);
  const sound = document.createElement("audio");
  sound.preload = "metadata";
  try {
    sound.src = url;
    await happens(sound, "loadedmetadata");
    return millisecondsOf(sound.duration);
  } catch {
    return 0;
  } finally {
    sound.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
};

/** A recording that was not finished tells no duration. */
const millisecondsOf = (seconds: number): number => (Number.isFinite(seconds) ? Math.round(seconds * 1_000) : 0);

const draw = (source: CanvasImageSource, width: number, height: number): Promise<Blob | null> => {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
};

const happens = (media: HTMLMediaElement, name: "loadeddata" | "loadedmetadata" | "seeked"): Promise<void> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    media.addEventListener(name, () => resolve(), { once: true, signal });
    media.addEventListener("error", () => reject(new Error("the recording can't be read")), { once: true, signal });
    signal.addEventListener("abort", () => reject(new Error("the recording takes too long")));
  });
