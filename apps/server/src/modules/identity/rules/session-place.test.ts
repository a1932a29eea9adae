import fc from "fast-check";
import { expect, test } from "vitest";
import { deviceLabel, networkLabel } from "./session-place.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    "Edge on Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`, "Chrome on Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on macOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["node", "Unknown device"],
  ["", "Unknown device"],
])("%j is %j", (userAgent, label) => expect(deviceLabel(userAgent)).toBe(label));

test("a device's label contains no arbitrary text of its user agent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (userAgent) => {
      expect(deviceLabel(`${userAgent} Firefox/1 `)).toMatch(/^[A-Za-z ]{4,40}$/);
    }),
  );
});

test.each([
  ["203.0.113.77", "203.0.113.x"],
  ["::ffff:203.0.113.77", "203.0.113.x"],
  ["2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3::x"],
  ["127.0.0.1", "This machine"],
  ["::1", "This machine"],
  ["192.168.1.4", "Local network"],
  ["fd12::1", "Local network"],
  ["not an address", "Unknown network"],
])("of %j the list shows %j", (address, label) => expect(networkLabel(address)).toBe(label));
