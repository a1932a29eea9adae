import { onTestFailed } from "vitest";
import { picture, type Visitor } from "./browser.ts";

/** How much of the end of the product's output belongs to a failure, in characters. */
const lastOutput = 4_000;

/** Who was in the product that failed; undefined where the test had not come so far. */
interface FailedScene {
  readonly visitors: readonly (Pick<Visitor, "page" | "complaints"> | undefined)[];
  readonly tribe?: { output(): string } | undefined;
}

/**
 * When the current test fails: keeps a picture of every open page, and prints what the pages complained about and the end of the
 * product's output. The scene is read at the failure, as a test may open another browser.
 */
export const reportFailure = (name: string, readScene: () => FailedScene): void =>
  onTestFailed(async ({ task }) => {
    const { visitors, tribe } = readScene();
    const title = `failed-${name}-${task.name}`.replace(/[^a-z0-9]+/gi, "-").slice(0, 80);
    for (const [index, page] of visitors.flatMap((visitor) => visitor?.page.context().pages() ?? []).entries())
      if (!page.isClosed()) await picture(page, `${title}-${index}`);
    const complaints = visitors.flatMap((visitor) => visitor?.complaints ?? []);
    process.stdout.write(`${complaints.join("\n")}\n${tribe?.output().slice(-lastOutput) ?? ""}\n`);
  });
