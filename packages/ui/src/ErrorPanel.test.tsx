import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ErrorPanel } from "./ErrorPanel.tsx";

const drawn = (code?: string): string =>
  renderToStaticMarkup(<ErrorPanel title="It broke" {...(code ? { code } : {})} onAction={() => {}} />);
const alertOf = (html: string): string => /role="alert".*?<\/div>/.exec(html)?.[0] ?? "";

it("has a failure's code behind a fold, and does not announce it", () => {
  const html = drawn("api.internal");
  expect(html).toMatch(/<details[^>]*><summary[^>]*>Error code<\/summary><code[^>]*>api\.internal<\/code><\/details>/);
  expect(alertOf(html)).toContain("It broke");
  expect(alertOf(html)).not.toContain("api.internal");
});

it("has no fold where a failure has no code", () => {
  expect(drawn()).not.toContain("details");
});
