import { appFailure } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { shownWithCode } from "./errors.ts";

it("has a failure's code behind a fold, and does not announce it", () => {
  const html = renderToStaticMarkup(
    <ErrorPanel {...shownWithCode(appFailure("airdrop_tokens_failed"))} onAction={() => {}} />,
  );
  const code = "app\\.airdrop_tokens_failed";
  expect(html).toMatch(
    new RegExp(`<details[^>]*><summary[^>]*>Error code</summary><code[^>]*>${code}</code></details>`),
  );
  const alert = /role="alert".*?<\/div>/.exec(html)?.[0] ?? "";
  expect(alert).toContain(appFailure("airdrop_tokens_failed").title);
  expect(alert).not.toMatch(new RegExp(code));
});
