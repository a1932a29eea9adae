/** Cases drawn and answered by the Rust crate (`programs/curve-math/examples/cases`), as lines `kind inputs = answer`. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const programs = fileURLToPath(new URL("../../programs", import.meta.url));

/** One case: its text as a whole, and its parts. */
export interface RustCase {
  readonly line: string;
  readonly kind: string;
  readonly inputs: readonly bigint[];
  readonly answer: string;
}

/** Streams `count` cases, of one kind or of all in turn; the same seed gives the same cases. @throws when cargo fails. */
export async function* rustCases(seed: number, count: number, kind?: string): AsyncGenerator<RustCase> {
  const example = ["run", "--quiet", "--release", "--locked", "-p", "curve-math", "--example", "cases", "--"];
  const args = [...example, String(seed), String(count), ...(kind ? [kind] : [])];
  const cargo = spawn("cargo", args, { cwd: programs, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    cargo.once("error", reject);
    cargo.once("close", resolve);
  });
  ended.catch(() => {}); // handled below; without cargo it may fail before
  for await (const line of createInterface({ input: cargo.stdout })) {
    const [question = "", answer = ""] = line.split(" = ");
    const [name = "", ...inputs] = question.split(" ");
    yield { line, kind: name, inputs: inputs.map(BigInt), answer };
  }
  const code = await ended;
  if (code !== 0) throw new Error(`cargo ended with ${code}`);
}
