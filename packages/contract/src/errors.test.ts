import { describe, expect, test } from "vitest";
import { ApiError, apiErrors, isApiErrorCode } from "./errors.ts";
import type { Route } from "./route.ts";
import * as routes from "./routes/index.ts";

const entries = Object.entries(apiErrors);

describe("the catalogue", () => {
  test("has a message for people in every entry", () => {
    for (const [code, { message }] of entries) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(message.length).toBeGreaterThan(5);
      expect(message).not.toContain(code);
    }
  });

  test("never calls a permanent refusal safe to repeat", () => {
    for (const [, { status, retry }] of entries)
      if (status === 401 || status === 403 || status === 404) expect(retry).not.toBe("safe");
  });

  test("has only its own codes, none that objects inherit", () => {
    for (const [code] of entries) expect(isApiErrorCode(code)).toBe(true);
    for (const code of ["", "toString", "__proto__", "nope"]) expect(isApiErrorCode(code)).toBe(false);
  });
});

test("an error has its status, and the catalogue's message unless it was given a better one", () => {
  expect(new ApiError("not_found")).toMatchObject({
    name: "ApiError",
    status: 404,
    message: "Not found",
    field: undefined,
  });
  const cause = new Error("why");
  expect(new ApiError("invalid_field", { message: "must be a mint", field: "body.mint", cause })).toMatchObject({
    status: 400,
    message: "must be a mint",
    field: "body.mint",
    cause,
  });
});

describe("routes", () => {
  const all = Object.values(routes).flatMap((module): Route[] => Object.values(module));

  test("have one method and path each, below /api", () => {
    const names = all.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { path } of all) expect(path).toMatch(/^(\/v[12])?\/[a-zA-Z/0-9]+$/);
  });

  test("name only errors of the catalogue", () => {
    for (const { errors } of all) for (const code of errors) expect(apiErrors[code]).toBeDefined();
  });

  test("have no body when they only read", () => {
    for (const { method, body } of all) if (method === "GET") expect(body).toBeUndefined();
  });
});
