import { expect, test } from "vitest";
import { noticeText } from "../words/index.ts";
import { isolated } from "./isolated.ts";

test("isolates a right-to-left name, and leaves other names as they are", () => {
  expect(isolated("נועה")).toBe("\u2068נועה\u2069");
  expect(isolated("نورا 7")).toBe("\u2068نورا 7\u2069");
  for (const name of ["Lena Builds", "Ünal 🔥", "李雷", ""]) expect(isolated(name)).toBe(name);
});

test("a list of names in a notice keeps its order, whatever the direction of each name", () => {
  const { body } = noticeText({
    id: "n",
    at: 0,
    isRead: false,
    route: "/",
    type: "token_created",
    tribes: [{ name: "נועה" }, { name: "نورا" }],
    count: 5,
  } as unknown as Parameters<typeof noticeText>[0]); // the fields that its sentence uses
  expect(body).toBe("\u2068נועה\u2069, \u2068نورا\u2069 and 3 more");
});
