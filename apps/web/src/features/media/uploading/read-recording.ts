/** The longest side of a poster, in pixels. */
const maxSide = 1_280;
const timeoutMs = 8_000;

/** Draws a frame from near the beginning of a video; null if this browser can't decode it. */
export const drawPoster = async (file: File): Promise<Blob | null> => {
  const url = URL.createObjectURL(file);
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  try {
    video.src = url;
    await happens(video, "loadeddata");
    // The first frame is often black.
    const { duration } = video;
    video.currentTime = Number.isFinite(duration) ? Math.min(1, duration / 10) : 0.1;
    await happens(video, "seeked");
    return await draw(video, video.videoWidth, video.videoHeight);
  } catch {
    return null;
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
};

const draw = (source: CanvasImageSource, width: number, height: number): Promise<Blob | null> => {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
};

const happens = (video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<void> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    video.addEventListener(name, () => resolve(), { once: true, signal });
    video.addEventListener("error", () => reject(new Error("the video can't be read")), { once: true, signal });
    signal.addEventListener("abort", () => reject(new Error("the video takes too long")));
  });
