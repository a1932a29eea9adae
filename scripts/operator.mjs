// `npm run operator -- COMMAND`: an operator's command, from the built server where that is of the present sources, which takes half a
// second; else from the sources. It prints the command's answer and nothing else, as scripts read it.
import { register } from "tsx/esm/api";
import { isBuilt } from "./lib/build.mjs";

if (isBuilt("apps/server")) {
  // Of another build than the types know.
  const program = "../apps/server/dist/operator.js";
  await import(program);
} else {
  register();
  await import("../apps/server/src/operator.ts");
}
