import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPublicAddress } from "../../public-address.ts";
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
  ["1.1.1.1", true],
  ["2606:4700::1111", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["169.254.169.254", false],
  ["192.168.0.1", false],
  ["100.64.0.1", false],
  ["::1", false],
  ["fe80::1", false],
  ["fc00::1", false],
  ["::ffff:10.0.0.1", false],
  ["64:ff9b::a00:1", false],
  ["2002:a00:1::", false],
  ["localhost", false],
])("%s is public: %s", (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

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
