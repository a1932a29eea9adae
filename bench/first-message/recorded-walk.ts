import type { BrowserContext } from "playwright-core";
import type { Row } from "../suite.ts";

/** How quickly people read and type: issue 39's figures. */
const wordsPerSecond = 240 / 60;
const keysPerSecond = 5;

/** What a page reports: a press, or a field that somebody has filled. */
interface Report {
  readonly kind: "press" | "filled";
  /** Characters of the field. */
  readonly keys: number;
  /** The lines that were in sight then. */
  readonly lines: readonly string[];
}

/** Of one step of the way. */
interface Step {
  readonly name: string;
  presses: number;
  keys: number;
  words: number;
  /** Presses on pages that are not ours: X's, the card's. */
  elsewhere: number;
  /** Of the machine, seconds. */
  seconds: number;
}

/**
 * Runs in each document: reports presses and filled fields with what is to be read then, which is the dialog on top, or else the page as
 * far as the window shows it.
 */
const observe = (): void => {
  const layer = (): Element | null =>
    [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.querySelector("main") ?? document.body;
  const linesInSight = (): readonly string[] => {
    const root = layer();
    if (!root) return [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const lines: string[] = [];
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const text = currentNode.textContent?.trim() ?? "";
      const element = currentNode.parentElement;
      if (text === "" || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      const { top, bottom, width } = range.getBoundingClientRect();
      // What is only for screen readers is a pixel wide.
      if (width > 1 && bottom > 0 && top < innerHeight) lines.push(text);
    }
    return lines;
  };
  const report = (content: Report): void => {
    const page = globalThis as unknown as { tribeWalked?: (content: Report) => Promise<void> }; // exposed by the bench
    void page.tribeWalked?.(content);
  };
  const filled = new WeakSet<EventTarget>();
  addEventListener(
    "pointerdown",
    ({ isTrusted, target }) => {
      // A press into a field is a part of filling it.
      if (isTrusted && !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
        report({ kind: "press", keys: 0, lines: linesInSight() });
    },
    true,
  );
  addEventListener(
    "input",
    ({ target }) => {
      if (!(target instanceof HTMLElement) || filled.has(target)) return;
      filled.add(target);
      const { value = target.textContent ?? "" } = target as Partial<HTMLInputElement>; // a field has a value
      report({ kind: "filled", keys: value.length, lines: linesInSight() });
    },
    true,
  );
};

/** Counts what somebody presses, fills and reads in a browser, step by step. @param isOurs whether an origin is the app or its wallet */
export const recordWalk = async (context: BrowserContext, isOurs: (origin: string) => boolean) => {
  const steps: Step[] = [];
  const read = new Set<string>();
  let began = performance.now();
  const empty = (name: string): Step => ({ name, presses: 0, keys: 0, words: 0, elsewhere: 0, seconds: 0 });
  let step = empty("");
  await context.exposeBinding("tribeWalked", ({ frame }, { keys, lines }: Report) => {
    if (!isOurs(new URL(frame.url()).origin)) {
      step.elsewhere += 1;
      return;
    }
    step.presses += 1;
    step.keys += keys;
    for (const line of lines) {
      if (read.has(line)) continue;
      read.add(line);
      step.words += line.split(/\s+/).length;
    }
  });
  await context.addInitScript(observe);
  return {
    /** Begins to count. */
    begin: (): void => {
      began = performance.now();
      step = empty("");
    },
    /** Ends a step. */
    reach: (name: string): void => {
      const now = performance.now();
      steps.push({ ...step, name, seconds: (now - began) / 1_000 });
      began = now;
      step = empty("");
    },
    /** A person's seconds of each step: the machine's, and those to read and type. */
    rows: (bars: { readonly presses: number; readonly seconds: number }): readonly Row[] => {
      const round = (value: number) => Math.round(value * 10) / 10;
      const secondsOf = ({ seconds, words, keys }: Step) => seconds + words / wordsPerSecond + keys / keysPerSecond;
      const sum = (of: (step: Step) => number) => steps.reduce((all, each) => all + of(each), 0);
      const row = (name: string, value: number, unit: string, bar: number | null = null): Row => ({
        ...{ name: `way_in.${name}`, value: round(value), unit, bar, better: "lower" },
      });
      return [
        ...steps.flatMap((each) => [
          row(`${each.name}.presses`, each.presses, "presses"),
          row(`${each.name}.words`, each.words, "words"),
          row(`${each.name}.machine`, each.seconds, "s"),
          row(`${each.name}.person`, secondsOf(each), "s"),
        ]),
        row(
          "presses_elsewhere",
          sum(({ elsewhere }) => elsewhere),
          "presses",
        ),
        row(
          "presses",
          sum(({ presses }) => presses),
          "presses",
          bars.presses,
        ),
        row("person", sum(secondsOf), "s", bars.seconds),
      ];
    },
  };
};

export type RecordedWalk = Awaited<ReturnType<typeof recordWalk>>;
