/** `npm run -s programs:anchor-idl -- curve|pool|once`: prints a program's IDL for Anchor and explorers, as a release publishes it. */
import { join } from "node:path";
import { anchorIdl } from "./anchor-idl.ts";
import { readDefinition } from "./read-rust.ts";

const name = process.argv[2] ?? "curve";
console.log(JSON.stringify(anchorIdl(readDefinition(join(import.meta.dirname, "../../programs", name))), null, 2));
