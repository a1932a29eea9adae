import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { linksIn, withShownHosts } from "./links-in.ts";

const written = (text: string) => linksIn(text).map((link) => link.text);
const addresses = (text: string) => linksIn(text).map(({ url }) => url.href);
const shown = (text: string) => linksIn(text).map((link) => link.shown);

describe("a link", () => {
  it("needs no scheme, and leaves the dot after it in the sentence", () => {
    expect(linksIn("see lena.build/notes.")).toMatchObject([{ at: 4, text: "lena.build/notes" }]);
    expect(addresses("see lena.build/notes.")).toEqual(["http://lena.build/notes"]);
    expect(addresses("https://a.example/x?y=1 and http://b.example")).toEqual([
      "https://a.example/x?y=1",
      "http://b.example/",
    ]);
    expect(written("airdrop-claim.xyz/1, WWW.A.COM und b.io")).toEqual(["airdrop-claim.xyz/1", "WWW.A.COM", "b.io"]);
  });

  test.each([
    ["Japanese before it", "見てhttps://example.com/a"],
    ["Japanese around it", "詳細はhttps://example.com/aをご覧ください"],
    ["Chinese with its comma", "请看https://example.com/a，然后"],
    ["Korean with its particle", "링크https://example.com/a를 보세요"],
    ["Thai", "ดูhttps://example.com/aนะ"],
    ["Chinese beyond the first plane", "𠀀https://example.com/a𠀀"],
    ["wide brackets", "（https://example.com/a）"],
    ["corner brackets and a full stop", "「https://example.com/a」。"],
    ["a wide full stop", "https://example.com/a。"],
    ["curly quotes", "“https://example.com/a”"],
    ["angle quotes", "«https://example.com/a»"],
    ["backticks", "`https://example.com/a`"],
    ["backticks of a block", "```https://example.com/a```"],
    ["brackets", "(https://example.com/a)"],
    ["a Markdown link", "[words](https://example.com/a)"],
    ["straight quotes", '"https://example.com/a"'],
    ["three dots", "https://example.com/a..."],
    ["an ellipsis", "https://example.com/a…"],
    ["bold", "**https://example.com/a**"],
    ["italic", "*https://example.com/a*"],
    ["struck", "~~https://example.com/a~~"],
    ["a spoiler", "||https://example.com/a||"],
    ["emoji", "🔥https://example.com/a🔥"],
    ["an emoji of several characters", "👩‍🚀https://example.com/a👩‍🚀"],
    ["an arrow", "→https://example.com/a"],
    ["Russian without a space", "смотриhttps://example.com/a"],
    ["an equals sign", "url=https://example.com/a"],
    ["an invisible space", "https://example.com/a\u200B"],
    ["a direction control", "https://example.com/a\u202E"],
  ])("ends where its address does: %s", (_where, text) => expect(addresses(text)).toEqual(["https://example.com/a"]));

  test.each([
    ["https://example.comをご覧ください", "https://example.com/"],
    ["見てexample.comを", "http://example.com/"],
    ["https://日本語.jp/a を", "https://xn--wgv71a119e.jp/a"],
    ["日本語.jpを見て", "http://xn--wgv71a119e.jp/"],
    ["https://東京tower.jp/", "https://xn--tower-w91hq39l.jp/"],
    ["https://web.archive.org/web/2020/https://a.example/b", "https://web.archive.org/web/2020/https://a.example/b"],
    ["https://a.example/?to=https://b.example/c", "https://a.example/?to=https://b.example/c"],
    ["https://en.wikipedia.org/wiki/Rubik’s_Cube", "https://en.wikipedia.org/wiki/Rubik%E2%80%99s_Cube"],
    ["https://en.wikipedia.org/wiki/Fire_(band)", "https://en.wikipedia.org/wiki/Fire_(band)"],
    ["https://ru.wikipedia.org/wiki/Огонь", "https://ru.wikipedia.org/wiki/%D0%9E%D0%B3%D0%BE%D0%BD%D1%8C"],
    ["http://localhost:5173/x", "http://localhost:5173/x"],
  ])("of %s leads to %s", (text, address) => expect(addresses(text)).toEqual([address]));

  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "mailto:mara@example.com",
    "ftp://files.example/x",
    "file:///etc/passwd",
    "https://tribe.example@evil.example/",
    "https://exam\u202Eple.com",
    "exam\u202Eple.com",
    "xhttps://example.test",
    "https://intranet/x",
    "1.5 SOL. Then v2.0.1",
  ])("is not found in %j", (text) => expect(addresses(text)).toEqual([]));
});

describe("a link's host is shown", () => {
  test.each([
    ["all Cyrillic", "https://www.аррӏе.com/login", "https://www.xn--80ak6aa92e.com/login"],
    ["all Cyrillic without a scheme", "www.аррӏе.com/login", "www.xn--80ak6aa92e.com/login"],
    ["Cyrillic among Latin letters", "https://раураl.com", "https://xn--l-7sba6dbr.com"],
    ["one Cyrillic letter, a port", "https://exаmple.com:8080/a", "https://xn--exmple-4nf.com:8080/a"],
    ["all Greek", "https://κοντο.com/", "https://xn--vxagfby.com/"],
    ["Greek among Latin letters", "https://gοοgle.com", "https://xn--ggle-0nda.com"],
    ["Armenian", "https://օզօհ.com", "https://xn--39au5db.com"],
    ["Lisu capitals", "https://ꓮꓑꓑꓡꓰ.com", "https://xn--4l8aa2c7bn.com"],
    ["a phonetic letter", "https://ɡoogle.com", "https://xn--oogle-qmc.com"],
    ["an i without its dot", "https://twıtter.com", "https://xn--twtter-q9a.com"],
    ["a fraction slash", "https://a.com⁄b.evil.com", "https://a.xn--comb-2g7a.evil.com"],
    ["a Japanese slash", "https://aノb.com", "https://xn--ab-8j4a.com"],
    ["another script's digit", "https://paypal৪.com", "https://xn--paypal-g1n.com"],
  ])("as punycode: %s", (_what, text, link) => expect(shown(text)).toEqual([link]));

  test.each([
    "https://почта.рф/a",
    "почта.рф",
    "https://россия.com",
    "https://ελληνικά.gr/",
    "https://日本語.jp/a",
    "https://東京tower.jp/",
    "https://한국abc.com",
    "https://münchen.de/ü",
    "https://việtnam.vn",
    "https://straße.de",
    "https://ไทย.com",
    "https://مثال.com",
    "https://भारत.com",
    "https://例え.テスト",
    "https://xn--80ak6aa92e.com",
  ])("as it is written: %s", (text) => expect(shown(text)).toEqual([text]));

  it("in small letters, as the browser reads it: a capital i looks like an l", () => {
    expect(shown("https://paypaI.com/I")).toEqual(["https://paypai.com/I"]);
    expect(shown("https://ＥＸＡＭＰＬＥ.com/")).toEqual(["https://example.com/"]);
  });

  it("in a quoted text, too, whose other words stay", () => {
    expect(withShownHosts("見てhttps://www.аррӏе.com/aを аррӏе, and https://a.example.")).toBe(
      "見てhttps://www.xn--80ak6aa92e.com/aを аррӏе, and https://a.example.",
    );
    expect(withShownHosts("no link")).toBe("no link");
  });
});

it("finds links only where they stand in the text, one after another, whatever the text is", () => {
  const pieces = [
    "https://",
    "http://",
    "a.com",
    "аррӏе",
    "日本",
    ".",
    "/",
    "?",
    "@",
    "`",
    "*",
    "🔥",
    "\u202E",
    " ",
    "。",
    "(",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      let end = 0;
      for (const link of linksIn(text)) {
        expect(link.at).toBeGreaterThanOrEqual(end);
        expect(text.slice(link.at, link.at + link.text.length)).toBe(link.text);
        expect(["http:", "https:"]).toContain(link.url.protocol);
        end = link.at + link.text.length;
      }
    }),
  );
});
