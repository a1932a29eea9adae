import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

let source: Promise<string> | null = null;

const bundle = async (): Promise<string> => {
  const built = await rolldown({ input: fileURLToPath(new URL("./in-page/finder.ts", import.meta.url)) });
  const { output } = await built.generate({ format: "iife", minify: true });
  await built.close();
  // Some drivers take an expression, and want an answer that JSON can carry.
  return `(() => { ${output[0].code}\n })()`;
};

/** The finder as one script for a page (in-page/finder.ts), made once. */
export const finderSource = (): Promise<string> => {
  source ??= bundle();
  return source;
};
