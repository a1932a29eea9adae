// The checks of the programs' Rust, skipped with a message without cargo.
import { root, run, runTool } from "./run.mjs";

const programs = `${root}/programs`;
/** @param {string[]} args */
const cargo = (...args) => run("cargo", args, { quiet: true, cwd: programs });

/** Messages of cargo that mean an unreachable network, not a fault of ours. */
const offline = /failed to (download|fetch|get)|could not resolve host|spurious network error|network failure/i;

/**
 * @param {() => Promise<import("./run.mjs").Result>} check
 * @returns {Promise<import("./run.mjs").Result>}
 */
const withCargo = async (check) => {
  if ((await cargo("--version")).code !== 0) return { code: 0, output: "", skipped: "no cargo on the PATH" };
  const result = await check();
  return result.code !== 0 && offline.test(result.output)
    ? { code: 0, output: "", skipped: "cargo could not reach its registry" }
    : result;
};

/** The environment of Solana's `cargo build-sbf`: its operating system, an architecture of another name, no unwinding. */
const solana = { RUSTFLAGS: '--cfg target_os="solana" -A explicit_builtin_cfgs_in_flags -C panic=abort' };

const host = async () => /^host: (\S+)$/m.exec((await run("rustc", ["-vV"], { quiet: true })).output)?.[1] ?? "";

/** The compiler, such as `rustc 1.85.0`, or null where there is none. */
export const rustVersion = async () =>
  /^rustc \S+/.exec((await run("rustc", ["--version"], { quiet: true })).output)?.[0] ?? null;

/**
 * Name → run. None needs an npm package.
 * @param {{ long: boolean }} options long: also miri, if it is installed
 * @returns {Record<string, () => Promise<import("./run.mjs").Result>>}
 */
export const rustChecks = ({ long }) => ({
  "the programs' Rust: exhaustive, random and shared cases": () =>
    withCargo(() => cargo("test", "--locked", "--workspace")),
  "the signed caller in Rust, against the shared vectors": () =>
    withCargo(() => run("cargo", ["test", "--locked"], { quiet: true, cwd: `${root}/interop/signed-caller` })),
  "the programs' Rust: no unchecked arithmetic, no reachable panic": () =>
    withCargo(async () => {
      if ((await cargo("clippy", "--version")).code !== 0)
        return { code: 0, output: "", skipped: "cargo has no clippy" };
      return cargo("clippy", "--locked", "--workspace", "--tests", "--examples");
    }),
  "the programs' Rust: compiles without our toolchain's parts, as Solana's own would": () =>
    withCargo(async () => {
      const args = [
        "check",
        "--locked",
        "-p",
        "curve",
        "-p",
        "pool",
        "-p",
        "once",
        "--lib",
        "--release",
        "--target",
        await host(),
      ];
      return run("cargo", args, { quiet: true, cwd: programs, env: solana });
    }),
  ...(long && {
    "the programs' Rust: every access to accounts' memory, under miri": () =>
      withCargo(async () => {
        const { code } = await cargo("+nightly", "miri", "--version");
        if (code !== 0) return { code: 0, output: "", skipped: "the nightly toolchain has no miri" };
        return cargo("+nightly", "miri", "test", "--locked", "-p", "pool", "--test", "memory");
      }),
  }),
});

/**
 * Name → run. These need the npm packages.
 * @param {{ long: boolean }} options long: ten million cases instead of one million
 * @returns {Record<string, () => Promise<import("./run.mjs").Result>>}
 */
export const rustAgainstTypeScript = ({ long }) => ({
  [`${long ? "ten million" : "a million"} random cases agree in Rust and TypeScript`]: () =>
    withCargo(() =>
      runTool("tsx/dist/cli.mjs", [`${root}/scripts/interop/agree.ts`, String(long ? 10_000_000 : 1_000_000)], {
        quiet: true,
      }),
    ),
});
