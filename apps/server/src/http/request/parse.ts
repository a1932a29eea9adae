import { ApiError, type Route } from "@tribe/contract";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { findBadText } from "../../net/plain-text.ts";
import { readTarget } from "./target.ts";
import { payloadOf } from "./verify.ts";

// zod/mini ships no error messages.
z.config(z.locales.en());

/** Parses a call's query by the route's schema. @throws ApiError `invalid_field` with the value's name and the rule. */
export const parseQuery = (route: Route, request: FastifyRequest): unknown => {
  if (!route.query) return undefined;
  const found: Record<string, string> = {};
  for (const [key, value] of readTarget(request.raw.url).query) {
    if (Object.hasOwn(found, key))
      throw new ApiError("invalid_field", { field: `query.${key}`, message: `query.${key} is there twice` });
    found[key] = value;
  }
  return parse(route.query, found, "query");
};

/** Parses a call's body by the route's schema. @throws ApiError `bad_request` when it is not JSON, else `invalid_field`. */
export const parseBody = (route: Route, request: FastifyRequest): unknown => {
  if (!route.body) return undefined;
  return parse(route.body, parseJson(payloadOf(request)), "body");
};

/** @throws ApiError `bad_request` */
export const parseJson = (payload: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch (cause) {
    throw new ApiError("bad_request", { message: "The body is not JSON", cause });
  }
};

/** Decodes a value by a schema of the contract. @throws ApiError `invalid_field`. */
export const parse = <S extends z.ZodMiniType>(schema: S, value: unknown, place: string): z.output<S> => {
  const bad = findBadText(value);
  if (bad) {
    const field = [place, ...bad.path].join(".");
    throw new ApiError("invalid_field", { field, message: `${field}: ${bad.rule}` });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = [place, ...(issue?.path ?? [])].join(".");
  throw new ApiError("invalid_field", { field, message: `${field}: ${issue?.message ?? "is not valid"}` });
};
