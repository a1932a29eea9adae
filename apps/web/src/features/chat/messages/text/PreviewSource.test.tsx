import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PreviewSource } from "./PreviewSource.tsx";

const shown = (url: string, siteName: string | null): string =>
  renderToStaticMarkup(<PreviewSource host={new URL(url).hostname} siteName={siteName} />).replace(/<[^>]+>/gu, "|");

describe("where a linked page is", () => {
  it.each([
    ["https://claim-phantom.xyz/a", "Phantom · Connect wallet", "claim-phantom.xyz", "Phantom · Connect wallet"],
    ["https://claim-phantom.xyz/a", "phantom.app", "claim-phantom.xyz", "phantom.app"],
    ["https://www.аррӏе.com/login", "Apple", "www.xn--80ak6aa92e.com", "Apple"],
    ["https://раураl.com", null, "xn--l-7sba6dbr.com", null],
    ["https://ｅxample.com:8443/", "\u202Eevil", "example.com", "\u202Eevil"],
    ["https://192.0.2.7/", "Our bank", "192.0.2.7", "Our bank"],
    ["https://[2001:db8::1]/", null, "[2001:db8::1]", null],
  ])("is said of %s, whatever it calls itself (%j)", (url, siteName, host, beside) => {
    expect(shown(url, siteName).split("|").filter(Boolean)).toEqual(beside === null ? [host] : [host, `· ${beside}`]);
  });

  it("is said once by a page that calls itself by its host", () => {
    expect(shown("https://example.com/", "example.com").split("|").filter(Boolean)).toEqual(["example.com"]);
  });
});
