import { createServer } from "node:http";
import { expect, test } from "vitest";
import { freePort } from "../testing/free-port.ts";
import { askHealth } from "./ask-health.ts";

test("a process is asked at its own host and port, and one that answers nothing or with an error is not well", async () => {
  const port = await freePort();
  const env = { TRIBE_HOST: "0.0.0.0", TRIBE_PORT: String(port) };
  const url = `http://127.0.0.1:${port}/healthz`;
  expect(await askHealth(env)).toEqual({ isWell: false, text: `${url} does not answer` });
  let status = 200;
  const host = createServer(({ url: path }, response) => {
    response.writeHead(path === "/healthz" ? status : 404).end();
  });
  await new Promise<void>((resolve) => host.listen(port, "127.0.0.1", resolve));
  expect(await askHealth(env)).toEqual({ isWell: true, text: "runs" });
  status = 500;
  expect(await askHealth(env)).toEqual({ isWell: false, text: `${url} answers 500` });
  await new Promise((resolve) => host.close(resolve));
});
