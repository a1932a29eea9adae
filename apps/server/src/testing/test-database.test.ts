import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(url);
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
};

test("each database has all tables and nothing of another one, and is gone when it was stopped", async () => {
  const [first, second] = [await openTestDatabase({ isEmpty: false }), await openTestDatabase({ isEmpty: false })];
  await query(first.url, "insert into people (uid, email) values ('one', 'one@example.test')");
  expect(await query(first.url, "select uid from people")).toEqual([{ uid: "one" }]);
  expect(await query(second.url, "select uid from people")).toEqual([]);
  const empty = await openTestDatabase({ isEmpty: true });
  await expect(query(empty.url, "select uid from people")).rejects.toThrow(/does not exist/);
  for (const each of [first, second, empty]) {
    await each.stop();
    await expect(query(each.url, "select 1")).rejects.toMatchObject({ code: "3D000" });
  }
});

test.each(["SIGKILL", "SIGINT"] as const)(
  "nothing of it is left when the process that started it ends by %s",
  async (signal) => {
    const script = `import { openTestDatabase } from ${JSON.stringify(new URL("./test-database.ts", import.meta.url).href)};
      const { url } = await openTestDatabase({ isEmpty: false });
      console.log(url);
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line]: Buffer[] = await once(owner.stdout, "data");
    const url = String(line).trim();
    const [row] = await query(url, "select current_setting('data_directory') as cluster");
    const cluster = String(row?.cluster);
    expect(existsSync(cluster)).toBe(true);
    owner.kill(signal);
    await once(owner, "exit");
    await expect.poll(() => existsSync(cluster)).toBe(false);
    await expect(query(url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  },
);
