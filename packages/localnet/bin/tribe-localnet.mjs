#!/usr/bin/env node
// The published package contains the built command. In the repository it runs from its sources, by the loader with which Node
// reads TypeScript.
import { existsSync } from "node:fs";

const built = new URL("../dist/cli.js", import.meta.url);
if (existsSync(built)) await import(built.href);
else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("../src/cli.ts");
}
