import type { FirstData } from "@tribe/contract";
import { shellOf } from "../../../server/src/http/page/shell.ts";

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

/** Draws the first data into the page as the server does, and waits until they are painted. */
export const drawShell = async (data: FirstData): Promise<void> => {
  const main = document.querySelector("#root main");
  if (main) main.innerHTML = shellOf({ fill }, location.pathname, data).main;
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  // The server's document never was without them.
  globalThis.tribeShifts?.splice(0);
};
