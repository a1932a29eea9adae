import { backgroundOf, type RedrawOrder, redrawQuality } from "./redraw-order.ts";
import { withImage } from "./with-image.ts";

const timeoutMs = 60_000;

/** Draws a picture upright in a size and type; null if this browser can't. A browser without that type may give another one. */
export const redraw = async (order: RedrawOrder): Promise<Blob | null> =>
  (await redrawBeside(order)) ?? (await redrawHere(order));

/** In a worker; null where there is none, or where the picture is damaged: browsers then refuse to decode it outside of the page. */
const redrawBeside = async (order: RedrawOrder): Promise<Blob | null> => {
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return null;
  const worker = new Worker(new URL("./redraw-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<Blob | null>((resolve) => {
      const signal = AbortSignal.timeout(timeoutMs);
      worker.addEventListener("message", ({ data }) => resolve(data instanceof Blob ? data : null), { signal });
      for (const fault of ["error", "messageerror"]) worker.addEventListener(fault, () => resolve(null), { signal });
      signal.addEventListener("abort", () => resolve(null));
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
};

const redrawHere = (order: RedrawOrder): Promise<Blob | null> =>
  withImage(order.file, (image) => {
    const { width, height, type } = order;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.drawImage(image, 0, 0, width, height);
    if (isBlank(canvas)) return null;
    const background = backgroundOf(order);
    if (background) {
      context.globalCompositeOperation = "destination-over";
      context.fillStyle = background;
      context.fillRect(0, 0, width, height);
    }
    return new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, redrawQuality));
  });

/** Whether nothing of the picture could be drawn: browsers show one colour, or none, for rows that are missing. */
const isBlank = (canvas: HTMLCanvasElement): boolean => {
  const small = document.createElement("canvas");
  [small.width, small.height] = [32, 32];
  const context = small.getContext("2d", { willReadFrequently: true });
  if (!context) return true;
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const pixels = new Uint32Array(context.getImageData(0, 0, small.width, small.height).data.buffer);
  return pixels.every((pixel) => pixel === pixels[0]);
};
