import { expect, test } from "vitest";
import { readTarget } from "./target.ts";

test.each([
  ["/ws?token=a&token=b", "/ws", "token=a&token=b"],
  ["/", "/", ""],
  [undefined, "/", ""],
  ["//", "//", ""],
  ["///\\@:0?x", "///\\@:0", "x="],
  ["http://[::bad/ws?token=a", "/ws", "token=a"],
  ["http://name", "/", ""],
  ["*", "*", ""],
  ["/a%zz?%zz=%ff", "/a%zz", "%25zz=%EF%BF%BD"],
])("the target %j", (target, path, query) => {
  const read = readTarget(target);
  expect(read.path).toBe(path);
  expect(read.query.toString()).toBe(query);
});
