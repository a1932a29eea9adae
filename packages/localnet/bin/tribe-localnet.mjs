#!/usr/bin/env node
// Registers the loader with which Node reads TypeScript, then runs the command.
import { register } from "tsx/esm/api";

register();
await import("../src/cli.ts");
