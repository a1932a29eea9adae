import type { Frame, Page } from "playwright-core";

/**
 * What differs with each run, and is left out of the pictures that are compared: pictures and whatever is drawn of keys and
 * times. What keeps its place stays there unseen; a time's width changes with it, so that it goes.
 */
const style = `
img, video, canvas, svg:has(polyline), [aria-label^="QR code"], [aria-label="Price over time"] * { visibility: hidden !important }
time { display: none !important }
* { caret-color: transparent !important }
`;

/** Texts of the page that differ with each run, put back afterwards. Runs in the page. */
const steadyTexts = (names: readonly string[]): void => {
  const base58 = "[1-9A-HJ-NP-Za-km-z]";
  const rules: readonly (readonly [RegExp, string])[] = [
    [new RegExp(`${base58}{43,44}`, "g"), "A".repeat(44)],
    [new RegExp(`${base58}{3}…${base58}{3}`, "g"), "AAA…AAA"],
    [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "name@example.com"],
    [/\d{1,2}:\d{2}(:\d{2})?(\s?[AP]M)?/g, "00:00"],
    [/\b\d+ s\b/g, "0 s"],
    [/localhost:\d+/g, "localhost:0"],
    ...names.map((name) => [new RegExp(name, "g"), "Aaaaaa"] as const),
  ];
  const steady = (text: string) => rules.reduce((now, [what, by]) => now.replace(what, by), text);
  const undo: (() => void)[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node;
    const before = text.nodeValue ?? "";
    const after = steady(before);
    if (after === before) continue;
    text.nodeValue = after;
    undo.push(() => {
      text.nodeValue = before;
    });
  }
  for (const field of document.querySelectorAll("input")) {
    const { value } = field;
    if (field.type !== "text" || steady(value) === value) continue;
    field.value = steady(value);
    undo.push(() => {
      field.value = value;
    });
  }
  // The band of an address: the wallet's page takes no foreign style sheet.
  for (const band of document.querySelectorAll<HTMLElement>('[style*="repeating-linear-gradient"]')) {
    const { backgroundImage } = band.style;
    band.style.backgroundImage = "none";
    undo.push(() => {
      band.style.backgroundImage = backgroundImage;
    });
  }
  const putBack = () => {
    for (const one of undo) one();
  };
  Object.assign(globalThis, { putBack });
};

const putBack = (): void => (globalThis as unknown as { putBack?: () => void }).putBack?.(); // set by steadyTexts

const inFrames = (page: Page, act: (frame: Frame) => Promise<void>): Promise<unknown> =>
  Promise.all(page.frames().map((frame) => act(frame).catch(() => undefined))); // a frame may go meanwhile

/** Takes the picture that is compared with the one of another run. `names`: texts that differ with each run beside the usual ones. */
export const takeSteady = async (page: Page, path: string, names: readonly string[]): Promise<void> => {
  await inFrames(page, async (frame) => {
    // What tsx compiles names its functions by this helper.
    await frame.evaluate("globalThis.__name ??= (named) => named");
    await frame.evaluate(steadyTexts, names);
  });
  try {
    await page.screenshot({ path, animations: "disabled", style });
  } finally {
    await inFrames(page, (frame) => frame.evaluate(putBack));
  }
};
