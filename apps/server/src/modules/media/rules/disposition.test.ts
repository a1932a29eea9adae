import type { Attachment, MediaForm } from "@tribe/contract";
import { expect, test } from "vitest";
import { dispositionOf } from "./disposition.ts";

test.each<{ kind: Attachment["kind"]; name: string; form: MediaForm; disposition: string }>([
  { kind: "file", name: "a.html", form: "full", disposition: `attachment; filename="a.html"; filename*=UTF-8''a.html` },
  {
    kind: "image",
    name: "a.b.png",
    form: "medium",
    disposition: `inline; filename="a.b.webp"; filename*=UTF-8''a.b.webp`,
  },
  { kind: "video", name: "a.mp4", form: "full", disposition: `inline; filename="a.mp4"; filename*=UTF-8''a.mp4` },
  { kind: "video", name: "a.mp4", form: "poster", disposition: `inline; filename="a.webp"; filename*=UTF-8''a.webp` },
  {
    kind: "file",
    name: `a"b\\c%\r\n.x`,
    form: "full",
    disposition: `attachment; filename="a_b_c___.x"; filename*=UTF-8''a%22b%5Cc%25%0D%0A.x`,
  },
  {
    kind: "file",
    name: "ü'(*).x",
    form: "full",
    disposition: `attachment; filename="_'(*).x"; filename*=UTF-8''%C3%BC%27%28%2a%29.x`,
  },
])("$kind $name as $form is $disposition", ({ kind, name, form, disposition }) => {
  expect(dispositionOf({ kind, name }, form)).toBe(disposition);
});
