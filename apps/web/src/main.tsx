import "./styles.css";
import { nextTask } from "./shared/idle.ts";

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

/** In place of the page: a part of it did not arrive. */
const sayNotLoaded = (): void => {
  const notLoaded = document.querySelector<HTMLTemplateElement>("#not-loaded");
  const main = document.querySelector("#root main");
  if (!notLoaded || !main) return;
  main.replaceChildren(notLoaded.content.cloneNode(true));
  main.querySelector("button")?.addEventListener("click", () => location.reload());
};

start().catch((error: unknown) => {
  sayNotLoaded();
  throw error; // the browser's log has it
});
