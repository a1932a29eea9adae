// Why the page starts in steps: docs/decisions/0018.
import "./styles.css";
import { nextTask } from "./shared/time/idle.ts";

/**
 * Makes the page in steps, each a task of its own: all at once they hold a slow phone up for a quarter of a second, in
 * which no finger is answered. The page has asked for all these files by itself (build/first-load.ts).
 */
const start = async (): Promise<void> => {
  const view = import("react-dom/client");
  // A Tribe's first screen says times. The first date format of a browser takes as long to make as all the rest of a
  // step: it is made while the files are on their way, and not while the chart is drawn.
  if (/^\/(token|chat)\//.test(location.pathname)) new Intl.DateTimeFormat();
  await view;
  await nextTask();
  const { readFirstData } = await import("./first-data.ts");
  await nextTask();
  const firstData = readFirstData();
  const { prepare } = await import("./app/prepare.ts");
  await nextTask();
  prepare(firstData);
  const { draw } = await import("./app/draw.tsx");
  await nextTask();
  await draw();
};

start().catch((error: unknown) => {
  // index.html puts words in place of the page.
  dispatchEvent(new Event("tribe:not-loaded"));
  throw error; // the browser's log has it
});
