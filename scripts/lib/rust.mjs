// What is checked of the programs' Rust where there is a cargo, and said in words where there is none.
import { root, run, runTool } from "./run.mjs";

const programs = `${root}/programs`;
const cargo = (...args) => run("cargo", args, { quiet: true, cwd: programs });

/** Words of cargo that mean a network out of reach, not a fault of ours. */
const offline = /failed to (download|fetch|get)|could not resolve host|spurious network error|network failure/i;

const withCargo = async (check) => {
  if ((await cargo("--version")).code !== 0) return { code: 0, output: "", skipped: "no cargo on the PATH" };
  const result = await check();
  return result.code !== 0 && offline.test(result.output)
    ? { code: 0, output: "", skipped: "cargo could not reach its registry" }
    : result;
};

/**
 * Name → run; every run answers `{ code, output, skipped? }`.
 * @param {{ long: boolean }} options long: ten million cases in place of one
 */
export const rustChecks = ({ long }) => ({
  "the programs' Rust: exhaustive, random and shared cases": () =>
    withCargo(() => cargo("test", "--locked", "-p", "curve-math", "-p", "svm-rt", "-p", "kit")),
  "the programs' Rust: no unchecked arithmetic, no reachable panic": () =>
    withCargo(async () => {
      if ((await cargo("clippy", "--version")).code !== 0)
        return { code: 0, output: "", skipped: "cargo has no clippy" };
      return cargo("clippy", "--locked", "--workspace", "--tests", "--", "-D", "warnings");
    }),
  [`${long ? "ten million" : "a million"} random cases agree in Rust and TypeScript`]: () =>
    withCargo(() =>
      runTool("tsx/dist/cli.mjs", [`${root}/scripts/interop/agree.ts`, String(long ? 10_000_000 : 1_000_000)], {
        quiet: true,
      }),
    ),
});
