import { writeFile } from "node:fs/promises";
import type { Frame, Page } from "playwright-core";

/**
 * Replaces content that differs between runs by fixed content of the same place, size and style: a face becomes grey in its own
 * shape, an address consists of As, a time is noon. It uses DOM properties only, as the wallet's page allows no foreign style
 * sheet.
 */
const makeSteady = (names: readonly string[]): void => {
  const base58 = "[1-9A-HJ-NP-Za-km-z]";
  const months = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
  const rules: readonly (readonly [RegExp, string])[] = [
    [new RegExp(`${base58}{80,90}`, "g"), "A".repeat(88)],
    [new RegExp(`${base58}{43,44}`, "g"), "A".repeat(44)],
    [new RegExp(`${base58}{3,}…${base58}{3,}`, "g"), "AAA…AAA"],
    [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "name@example.com"],
    [/\d{1,2}:\d{2}(:\d{2})?(\s?[AP]M)?/g, "12:00 PM"],
    [new RegExp(`\\d{1,2} ${months}( \\d{4})?\\b`, "g"), "1 Jan"],
    [new RegExp(`${months} \\d{1,2}(, \\d{4})?\\b`, "g"), "Jan 1"],
    [/\d{4}-\d{2}-\d{2}/g, "2026-01-01"],
    [/[\dA-Z]{8}(?=, made on)/g, "AAAAAAAA"],
    [/\b\d+( ?)(s|seconds?|min|minutes?|m ago)\b/g, "0$1$2"],
    [/localhost:\d+/g, "localhost:0"],
    ...names.map((name) => [new RegExp(`\\b${name}\\b`, "g"), "A".repeat(name.length)] as const),
  ];
  const steady = (text: string) => rules.reduce((now, [what, by]) => now.replace(what, by), text);
  const undo: (() => void)[] = [];
  const change = <T extends object, K extends keyof T>(object: T, key: K, value: T[K]): void => {
    const before = object[key];
    if (before === value) return;
    object[key] = value;
    // Reading a style may give another notation than was written.
    const written = object[key];
    undo.push(() => {
      // Do not restore what the page has changed meanwhile.
      if (object[key] === written) object[key] = before;
    });
  };
  const style = ({ style }: HTMLElement | SVGElement, name: string, value: string): void => {
    const before = style.getPropertyValue(name);
    style.setProperty(name, value, "important");
    undo.push(() => style.setProperty(name, before));
  };
  const all = <T extends Element>(selector: string): readonly T[] => [...document.querySelectorAll<T>(selector)];

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { nodeValue, parentElement: parent } = node;
    const text = nodeValue ?? "";
    // "now" becomes "1m ago" and then "2m ago", depending on how long the earlier steps took.
    const isRelative = parent?.closest("time") && !/:\d\d/.test(text);
    // A kit's passphrase, and the number that connects two browsers.
    const isSecret = parent?.closest('[aria-label="Passphrase"], [data-number]');
    const shown = isSecret ? text.replace(/[a-z\d]/gi, "0") : steady(text);
    change(node, "nodeValue", isRelative ? "0m ago" : shown);
  }
  for (const field of all<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) {
    // A field for a number or a time does not accept such text.
    if (!["text", "url", "search", "textarea"].includes(field.type)) continue;
    const isKitsPassphrase = /^\w{2,4}(-\w{4}){6}$/.test(field.value);
    change(field, "value", isKitsPassphrase ? "0000-0000" : steady(field.value));
  }
  // Without contrast everything is the same grey, and keeps its transparency.
  for (const picture of all<HTMLElement>("img, video")) style(picture, "filter", "contrast(0)");
  const drawn = 'canvas, svg polyline, [aria-label^="QR code"] path, [aria-label="Price over time"] *';
  for (const one of all<HTMLElement>(drawn)) style(one, "visibility", "hidden");
  // The coloured band of an address.
  for (const band of all<HTMLElement>('[style*="repeating-linear-gradient"]')) {
    let stripe = 0;
    const greys = ["#444", "#888", "#bbb"];
    const image = band.style.backgroundImage.replace(
      /#[\da-f]{3,8}|(rgb|hsl|oklch|color)a?\([^)]*\)/gi,
      () => greys[stripe++ % greys.length] ?? "",
    );
    change(band.style, "backgroundImage", image);
  }
  const putBack = () => {
    for (const one of undo.reverse()) one();
  };
  Object.assign(globalThis, { putBack });
};

const putBack = (): void => (globalThis as unknown as { putBack?: () => void }).putBack?.(); // set by makeSteady

const inFrames = (page: Page, act: (frame: Frame) => Promise<void>): Promise<unknown> =>
  Promise.all(page.frames().map((frame) => act(frame).catch(() => undefined))); // a frame may go meanwhile

const takeOnce = async (page: Page, names: readonly string[]): Promise<Buffer> => {
  await inFrames(page, async (frame) => {
    // Code compiled by tsx calls this helper.
    await frame.evaluate("globalThis.__name ??= (named) => named");
    await frame.evaluate(makeSteady, names);
  });
  try {
    return await page.screenshot({ animations: "disabled" });
  } finally {
    await inFrames(page, (frame) => frame.evaluate(putBack));
  }
};

/** Cases that keep moving are marked (`isMoving`); all others are still after fewer tries. */
const maxTries = 8;

/**
 * Takes the picture that is compared with the one of another run, once two in a row are the same, so that late content on a
 * busy machine is included. `names`: other texts that differ between runs, such as the beginnings of addresses.
 */
export const takeSteady = async (page: Page, path: string, names: readonly string[]): Promise<void> => {
  let last = await takeOnce(page, names);
  for (let tries = 1; tries < maxTries; tries += 1) {
    const next = await takeOnce(page, names);
    if (next.equals(last)) break;
    last = next;
  }
  await writeFile(path, last);
};
