import { expect, test } from "vitest";
import { askJson } from "./ask-json.ts";

test("calls fetch without a receiver, as browsers require", async () => {
  const strict = async function (this: unknown) {
    if (this !== undefined && this !== globalThis) throw new TypeError("Illegal invocation");
    return Response.json({ fine: true });
  };
  const answer = await askJson({
    url: "https://node.example/",
    fetch: strict,
    timeoutMilliseconds: 1_000,
    signal: undefined,
  });
  expect(answer).toEqual({ status: 200, body: { fine: true } });
});
