import { backgroundOf, type RedrawOrder, redrawQuality } from "./redraw-order.ts";

/** Draws one picture beside the page, which stays responsive. The browser turns it upright and may decode it in the smaller size. */
const redraw = async (order: RedrawOrder): Promise<Blob | null> => {
  const { file, width, height, type } = order;
  const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) return null;
  const background = backgroundOf(order);
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type, quality: redrawQuality });
};

addEventListener("message", ({ data }: MessageEvent<RedrawOrder>) => {
  redraw(data).then(postMessage, () => postMessage(null));
});
