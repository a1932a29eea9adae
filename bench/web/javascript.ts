import { type Browser, devices } from "playwright-core";

/** After this long without a request the first load is over. */
const quietMs = 3_000;

/**
 * Compressed bytes of all JavaScript that a page loads before any interaction, on a phone, for a visitor. Scripts of other
 * origins (the signer's frame) do not count.
 * @throws Error when a larger script arrived uncompressed.
 */
export const javaScriptOf = async (browser: Browser, url: string): Promise<number> => {
  const context = await browser.newContext({ ...devices["Pixel 7"] });
  try {
    const page = await context.newPage();
    let lastAt = performance.now();
    page.on("request", () => {
      lastAt = performance.now();
    });
    await page.goto(url, { waitUntil: "load" });
    while (performance.now() - lastAt < quietMs) await page.waitForTimeout(100);
    const found = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, encodedBodySize, decodedBodySize }) => ({ name, encodedBodySize, decodedBodySize })),
    );
    const { origin } = new URL(url);
    const scripts = found.filter(({ name }) => name.startsWith(origin) && /\.js$/.test(name));
    const large = scripts.find(
      (script) => script.decodedBodySize > 2_000 && script.encodedBodySize >= script.decodedBodySize,
    );
    if (large) throw new Error(`${large.name} came uncompressed`);
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  } finally {
    await context.close();
  }
};
