import "./styles.css";
import { nextTask } from "./shared/time/idle.ts";

/**
 * Makes the page in steps, each a task of its own: all at once they hold a slow phone up for a quarter of a second, in
 * which no finger is answered. The page has asked for all these files by itself (build/first-load.ts).
 */
const start = async (): Promise<void> => {
  await import("react-dom/client");
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
