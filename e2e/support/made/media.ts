import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";

/** A PNG drawn by the browser: a sky with a sun, different for each number. */
export const drawnPicture = async (page: Page, number = 0): Promise<Buffer> => {
  const url = await page.evaluate((index) => {
    const canvas = document.createElement("canvas");
    const isTall = index % 3 === 1;
    [canvas.width, canvas.height] = isTall ? [1_000, 1_400] : [1_600, 1_000];
    const { width, height } = canvas;
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("nothing to draw with");
    const sky = pen.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, `hsl(${(225 + index * 37) % 360} 42% 25%)`);
    sky.addColorStop(1, `hsl(${(22 + index * 23) % 360} 84% 60%)`);
    pen.fillStyle = sky;
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = "#ffe9b0";
    pen.arc(width / 2, height * 0.76, 190, 0, 7);
    pen.fill();
    return canvas.toDataURL("image/png");
  }, number);
  return Buffer.from(url.split(",")[1] ?? "", "base64");
};

/** The orientation of a camera that was held upright: turned to the right by a quarter. */
const heldUpright = Buffer.from("ffe1002245786966000049492a00080000000100120103000100000006000000000000000000", "hex");

/** A JPEG of 64 megapixels as a phone that is held upright takes it: the left half, which is shown above, red; the other blue. */
export const largePhoto = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const [width, height] = [9_248, 6_936];
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("nothing to draw with");
    pen.fillStyle = "#e00";
    pen.fillRect(0, 0, width / 2, height);
    pen.fillStyle = "#00e";
    pen.fillRect(width / 2, 0, width / 2, height);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
    return btoa(text);
  });
  const drawn = Buffer.from(base64, "base64");
  return Buffer.concat([drawn.subarray(0, 2), heldUpright, drawn.subarray(2)]);
};

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A black PNG of any size, in few bytes. */
export const blackPicture = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
};

/** A WebM of about a second, recorded by the page from an animated canvas. */
export const recordedVideo = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [640, 360];
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("nothing to draw with");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm;codecs=vp8" });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    const began = performance.now();
    await new Promise<void>((done) => {
      const draw = () => {
        const time = performance.now() - began;
        pen.fillStyle = "#1d2a4d";
        pen.fillRect(0, 0, 640, 360);
        pen.fillStyle = "#f0813c";
        pen.beginPath();
        pen.arc(80 + time / 3, 200, 60, 0, 7);
        pen.fill();
        if (time < 1_200) requestAnimationFrame(draw);
        else done();
      };
      draw();
    });
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(base64, "base64");
};
