import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchPicture, typeOf } from "./fetch-picture.ts";

const redirecting = createServer((_request, response) =>
  response.writeHead(302, { location: "https://127.0.0.1/secret" }).end(),
);
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
  const address = redirecting.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(() => void redirecting.close());

test.each([
  "https://127.0.0.1/a.png",
  "https://[::1]/a.png",
  "https://localhost/a.png",
  "http://example.com/a.png",
  "https://user:pw@example.com/",
])("%s is not fetched", async (url) => {
  await expect(fetchPicture(new URL(url), null)).rejects.toMatchObject({ code: "not_found" });
});

test("a redirect from a trusted host to a private address is not followed", async () => {
  await expect(fetchPicture(new URL(`${origin}/a.png`), origin)).rejects.toMatchObject({ code: "not_found" });
});

test("a picture's type is detected from its bytes", () => {
  expect(typeOf(Buffer.from("ffd8ffe0", "hex"))).toBe("image/jpeg");
  expect(typeOf(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).toBeNull();
});
