// `npm run icons`: draws the icons that systems require for an installed app from apps/web/public/icon.svg.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ensureBrowser } from "./lib/browser.mjs";
import { root } from "./lib/run.mjs";

const folder = join(root, "apps/web/public");
const svg = readFileSync(join(folder, "icon.svg"), "utf8");
/** The system crops maskable icons, and Apple all icons: the background fills the area, and the fire has a margin. */
const fullBleed = svg.replace(/viewBox="0 0 32 32"/, 'viewBox="-4 -4 40 40"').replace(/<rect [^>]*\/>/, "");
const ground = /<rect [^>]*fill="([^"]+)"/.exec(svg)?.[1];
if (!ground) throw new Error("icon.svg has no ground");

/** In notifications systems show only the silhouette, in their own colour. */
const shapeAlone = svg.replace(/<rect [^>]*\/>/, "").replace(/(fill|stroke)="#[^"]+"/g, '$1="#fff"');

const icons = [
  { name: "icon-192.png", size: 192, picture: svg, background: "transparent" },
  { name: "icon-512.png", size: 512, picture: svg, background: "transparent" },
  { name: "maskable-512.png", size: 512, picture: fullBleed, background: ground },
  { name: "apple-touch-icon.png", size: 180, picture: fullBleed, background: ground },
  { name: "badge-96.png", size: 96, picture: shapeAlone, background: "transparent" },
];

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ["--no-sandbox"] });
for (const { name, size, picture, background } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>html,body{margin:0;background:${background}}svg{display:block;width:100vw;height:100vh}</style>${picture}`,
  );
  writeFileSync(join(folder, "icons", name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
