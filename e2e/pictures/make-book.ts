import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { openBrowser } from "../support/page/browser.ts";
import { comparePictures, describeChange } from "./compare-pictures.ts";
import { indexPage, type Taken } from "./index-page.ts";
import { pictureProduct } from "./product-pictures.ts";

// Run by `npm run pictures`, after the screens' suite has taken the states: adds what only the whole product can show, compares with
// an earlier book, and writes the index page.

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "" },
    look: { type: "string", default: "" },
    product: { type: "boolean", default: false },
    against: { type: "string" },
  },
});
const { out } = values;

/** The fields of Vitest's report that are read here. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
});

/** The states that the screens' suite has taken; none when only the product was asked for. */
const readStates = async (): Promise<readonly Taken[]> => {
  const report = await readFile(join(out, "report.json"), "utf8").catch(() => null); // null: it did not run
  if (report === null) return [];
  const { testResults } = reportSchema.parse(JSON.parse(report));
  const pictures = [
    ...(await readdir(out)),
    ...(await readdir(join(out, "not-compared"))).map((file) => `not-compared/${file}`),
  ].filter((file) => file.endsWith(".png"));
  const begun = testResults.flatMap(({ message, assertionResults }) =>
    assertionResults.length > 0 ? [] : [{ name: "screens", files: [], fault: message }],
  );
  const states = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(
      ({ status, title }) => title.includes("no fault in its looks: ") && (status === "passed" || status === "failed"),
    )
    .map(({ title, failureMessages = [] }) => {
      const name = title.split(": ").at(-1) ?? title;
      const begins = `${name.replace("/", "-")}-`;
      return {
        name,
        files: pictures.filter(
          (file) => (file.split("/").at(-1) ?? "").replace(/(phone|desktop)-\w+\.png$/, "") === begins,
        ),
        fault: failureMessages.length > 0 ? failureMessages.join("\n").replace(/\n\s+at [\s\S]*/, "") : null,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
  return [...begun, ...states];
};

const browser = await openBrowser();
try {
  const pictures = [
    ...(await readStates()),
    ...(values.product ? await pictureProduct(browser, out, values.look) : []),
  ];
  const changes = values.against
    ? await comparePictures(browser, { before: values.against, now: out, sheets: join(out, "changes") })
    : null;
  await writeFile(join(out, "index.html"), indexPage(pictures, changes));
  for (const change of changes ?? []) process.stdout.write(`${describeChange(change)}\n`);
  if (changes) process.stdout.write(`${changes.length} pictures are not as before\n`);
  const faulty = pictures.filter(({ fault }) => fault !== null);
  for (const { name, fault } of faulty) process.stdout.write(`${name}: ${fault?.split("\n")[0]}\n`);
  process.stdout.write(
    `${pictures.flatMap(({ files }) => files).length} pictures of ${pictures.length} states, ${faulty.length} with faults: ${out}/index.html\n`,
  );
  process.exitCode = faulty.length > 0 || pictures.length === 0 ? 1 : 0;
} finally {
  await browser.close();
}
