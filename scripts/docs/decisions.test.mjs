import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../docs/decisions");
const files = readdirSync(folder).filter((file) => /^\d{4}-[\w-]+\.md$/.test(file));
const index = readFileSync(join(folder, "README.md"), "utf8");

const head =
  /^# (?!\d{4})(?<title>.+)\n\n- Status: (?<status>accepted|superseded by \[\d{4}\]\(\S+\))\n- Date: \d{4}-\d\d-\d\d\n/;

test.each(files)("%s has the template's parts, and its title is in the index", (file) => {
  const text = readFileSync(join(folder, file), "utf8");
  const { title, status } = head.exec(text)?.groups ?? {};
  expect(status, "title, status and date as in docs/how-to/add/add-a-decision.md").toBeDefined();
  // Of a superseded record the one that replaces it has the text.
  const sections = [...text.matchAll(/^## (.+)\n\n(?!##)\S/gm)].map(([, section]) => section);
  expect(sections).toEqual(status === "accepted" ? ["Context", "Decision", "Consequences"] : []);
  expect(index).toContain(`- [${file.slice(0, 4)}](${file}) ${title}`);
});

test("the index names each record once, in order of number within each subject", () => {
  const subjects = index.split("\n## ").slice(1);
  const numbers = subjects.map((subject) => [...subject.matchAll(/^- \[(\d{4})\]/gm)].map(([, number = ""]) => number));
  for (const ofSubject of numbers) expect(ofSubject).toEqual(ofSubject.toSorted());
  expect(numbers.flat().toSorted()).toEqual(files.map((file) => file.slice(0, 4)).toSorted());
});
