import { deletionMailText, signInMailText } from "@tribe/domain/words";
import { expect, test } from "vitest";
import { codeMail } from "./code-mail.ts";

const codesIn = (text: string) => new Set(text.match(/(?<![#0-9])[0-9]{6}(?![0-9])/g));

test("each mail with a code shows only its own code, also after many others", () => {
  for (const code of ["123456", "000001", "987654"])
    for (const words of [signInMailText, deletionMailText]) {
      const mail = words(code);
      const { text, html = "" } = codeMail("somebody@example.test", mail);
      expect([codesIn(text), codesIn(html)]).toEqual([new Set([code]), new Set([code])]);
      expect(html).toContain(mail.intro);
      expect(html).not.toContain("{code}");
    }
});

test("an invalid code is not rendered", () => {
  expect(() => codeMail("somebody@example.test", signInMailText("<b>"))).toThrow("digits");
});
