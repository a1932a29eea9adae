import { build } from "vite";
import { expect, test } from "vitest";
import { compileAhead } from "./compile-ahead.ts";

const sources: Readonly<Record<string, string>> = {
  "/main.js": "import('/HomePage.js'); import('/OtherPage.js'); console.log('main');",
  "/HomePage.js": "console.log('home');",
  "/OtherPage.js": "console.log('other');",
};

/** Builds the three modules. @returns the code of each chunk by name */
const chunksOf = async (names: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      { name: "sources", resolveId: (id) => (id in sources ? id : null), load: (id) => sources[id] ?? null },
      compileAhead(names),
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: "/main.js" } },
  });
  if (!("output" in result)) throw new Error("one output was asked for");
  return new Map(result.output.flatMap((part) => (part.type === "chunk" ? [[part.name, part.code]] : [])));
};

test("marks only the named chunks", async () => {
  const chunks = await chunksOf(["main", "HomePage"]);
  const marked = [...chunks].filter(([, code]) => code.startsWith("//# allFunctionsCalledOnLoad\n"));
  expect(marked.map(([name]) => name).sort()).toEqual(["HomePage", "main"]);
  expect(chunks.has("OtherPage")).toBe(true);
});

test("fails a build without a named chunk, and states its name", async () => {
  await expect(chunksOf(["main", "StartPage"])).rejects.toThrow(
    "compileAhead names StartPage, and the build has no such chunk",
  );
});
