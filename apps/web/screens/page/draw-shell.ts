import type { FirstData } from "@tribe/contract";
import { shellOf } from "../../../server/src/http/page/shell.ts";

/** A text that the server has drawn, and its distance from the top of the window in pixels. */
export interface ShellText {
  readonly text: string;
  readonly top: number;
}

/** Of a document's templates, filled by text alone: each place is escaped by the document itself. */
const fill = (
  name: string,
  values: Readonly<Record<string, string>>,
  markup: Readonly<Record<string, string>> = {},
) => {
  const escaped = document.createElement("i");
  return (document.querySelector(`template[data-shell="${name}"]`)?.innerHTML ?? "").replace(
    /\{\{([a-zA-Z]+)\}\}/g,
    (_whole, place: string) => {
      escaped.textContent = values[place] ?? "";
      return markup[place] ?? escaped.innerHTML;
    },
  );
};

/** The visible texts of an element, with the top of each. */
const textsIn = (element: Element | null): readonly ShellText[] => {
  if (!element) return [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: ShellText[] = [];
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { top, width } = range.getBoundingClientRect();
    const text = walker.currentNode.textContent?.trim() ?? "";
    if (text !== "" && width > 1) texts.push({ text, top });
  }
  return texts;
};

/** Draws the first data into the page as the server does, and waits until they are painted: what is where is kept in `tribeShell`. */
export const drawShell = async (data: FirstData): Promise<void> => {
  const main = document.querySelector("#root main");
  if (main) main.innerHTML = shellOf({ fill }, location.pathname, data).main;
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  window.tribeShell = textsIn(document.querySelector("#root main"));
  // The server's document never was without them.
  globalThis.tribeShifts?.splice(0);
};
