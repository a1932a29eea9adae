import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FileName } from "./FileName.tsx";

test("only the start of a long name may be cut, and it is read in one piece", () => {
  const shown = renderToStaticMarkup(<FileName name={`${"report ".repeat(40)}final.pdf.exe`} />);
  expect(shown).toMatch(/<bdi class="[^"]*shrink-0[^"]*">inal\.pdf\.exe<\/bdi>/);
  expect(shown).toMatch(/<bdi class="[^"]*truncate[^"]*">report report [^<]*<\/bdi>/);
  expect(shown).toMatch(/<span class="sr-only">(report ){40}final\.pdf\.exe<\/span>/);
  expect(renderToStaticMarkup(<FileName name="notes.txt" />)).toMatch(/^<span [^>]*>notes\.txt<\/span>$/);
});
