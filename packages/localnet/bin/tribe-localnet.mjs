#!/usr/bin/env node
// Node reads TypeScript through a loader: it is put in place, then the command runs.
import { register } from "tsx/esm/api";

register();
await import("../src/cli.ts");
