import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { type Localnet, LocalnetStartError, startLocalnet } from "../../src/index.ts";
import { anyAddress, field, POLL_TIMEOUT, temporaryFolder } from "../support.ts";

describe("a localnet whose parent is killed", () => {
  it("ends, and leaves a ledger that opens", async () => {
    const folder = temporaryFolder();
    const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const script = fileURLToPath(new URL("../fixtures/parent.ts", import.meta.url));
    const parent = fork(script, [folder.path], { execArgv: ["--import", loader] });
    const pid = await new Promise((resolve) => parent.once("message", (message) => resolve(field(message, "pid"))));
    parent.kill("SIGKILL");
    const alive = () => {
      try {
        return process.kill(Number(pid), 0);
      } catch {
        return false;
      }
    };
    await expect.poll(alive, POLL_TIMEOUT).toBe(false);
    const next = await startLocalnet({ ledger: folder.path });
    await next.stop();
    folder.remove();
  });
});

describe("starting", () => {
  const failure = async (start: Promise<Localnet>) => {
    const error = await start.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return error instanceof LocalnetStartError ? error.failure : undefined;
  };

  it("reports a ledger in use, a used port, and a missing file", async () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    const first = await startLocalnet({ ledger: folder.path });
    expect(await failure(startLocalnet({ ledger: folder.path }))).toBe("ledger-locked");
    expect(await failure(startLocalnet({ ledger: other.path, rpcPort: first.rpcPort }))).toBe("port-taken");
    const programs = [{ id: anyAddress().toBase58(), file: "/nowhere.so" }];
    expect(await failure(startLocalnet({ ledger: other.path, programs }))).toBe("bad-option");
    await first.stop();
    for (const { remove } of [folder, other]) remove();
  });
});
