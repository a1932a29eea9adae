import {
  type ApiErrorCode,
  apiErrors,
  cardWebhookPath,
  cardWebhookSchema,
  heightsSchema,
  type Route,
  routes,
  signingHeaders,
} from "@tribe/contract";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";

type Json = Readonly<Record<string, unknown>>;

/** The schema of a custom check, which cannot be derived. */
const describedHeights = { type: "array", items: { type: "integer", minimum: 0, maximum: 100 } } as const;

const schemaOf = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === heightsSchema) Object.assign(jsonSchema, describedHeights);
    },
  });
  return rest;
};

const errorSchema: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", enum: Object.keys(apiErrors) },
        message: { type: "string" },
        field: { type: "string" },
        retryAfterSeconds: { type: "integer" },
        /** A code of the failure catalogue: why a transaction would fail. */
        detail: { type: "string" },
        /** The request's name in the server's log. */
        requestId: { type: "string" },
      },
    },
  },
};

/** Errors of any signed call, by a device or a session. */
const signedErrors = [
  "unauthorized",
  "signature_invalid",
  "clock_skew",
  "request_replayed",
  "invalid_field",
  "too_many_requests",
  "internal",
] as const;

/** Errors of any route, by its kind of caller. */
const commonErrors = {
  public: ["bad_request", "invalid_field", "too_large", "too_many_requests", "internal"],
  wallet: ["unauthorized", "bad_request", "invalid_field", "too_large", "too_many_requests", "internal"],
  device: signedErrors,
  session: signedErrors,
} as const;

/** A route's answers by status, with each status's codes. */
const responsesOf = (route: Route): Json => {
  const codes = [...new Set([...commonErrors[route.caller], ...changing(route), ...route.errors])];
  return { ...successOf(route), ...refusalsOf(codes) };
};

/** Further errors of changing calls: the nonce was used, or another call changed the row. */
const changing = ({ method }: Route): ApiErrorCode[] => (method === "GET" ? [] : ["conflict"]);

const successOf = (route: Route): Json =>
  route === routes.social.xCallback
    ? {
        "303": {
          description: "Back to where the connection began, with `social=connected|denied|taken`",
          headers: location,
        },
      }
    : {
        "200": {
          description: "Success",
          content: route.produces
            ? { [route.produces]: { schema: fileSchemaOf(route.produces) } }
            : { "application/json": { schema: schemaOf(route.answer) } },
        },
      };

const fileSchemaOf = (type: NonNullable<Route["produces"]>): Json =>
  type === "application/json" ? { type: "object" } : { type: "string", contentMediaType: type };

const location: Json = { Location: { required: true, schema: { type: "string" } } };

const refusalsOf = (codes: readonly ApiErrorCode[]): Json => {
  const statuses = [...new Set(codes.map((code) => apiErrors[code].status))];
  return {
    ...Object.fromEntries(
      statuses.map((status) => [
        String(status),
        {
          description: codes
            .filter((code) => apiErrors[code].status === status)
            .map((code) => `${code}: ${apiErrors[code].message}`)
            .join("; "),
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      ]),
    ),
  };
};

const parametersOf = (route: Route): Json[] => {
  if (!route.query) return [];
  const { properties, required } = schemaOf(route.query);
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: names.includes(name),
    schema,
  }));
};

const operationOf = (group: string, name: string, route: Route): Json => ({
  operationId: `${group}.${name}`,
  summary: route.summary,
  tags: [group],
  ...(route.query ? { parameters: parametersOf(route) } : {}),
  ...(route.body
    ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(route.body) } } } }
    : {}),
  security: securityOf[route.caller],
  "x-rate-class": route.rate,
  responses: responsesOf(route),
});

const signed = Object.keys(signingHeaders);
const securityOf: Readonly<Record<Route["caller"], readonly Json[]>> = {
  public: [],
  wallet: [{ walletToken: [] }],
  device: [Object.fromEntries(signed.map((name) => [name, []]))],
  session: [Object.fromEntries(signed.map((name) => [name, []]))],
};

const queryParameter = (name: string, description: string): Json => ({
  name,
  in: "query",
  required: true,
  description,
  schema: { type: "string" },
});

/** Paths beside the API's routes: pictures, and the WebSocket. */
const besides: Readonly<Record<string, Record<string, Json>>> = {
  "/img": {
    get: {
      operationId: "social.picture",
      summary: "A person's picture, by the path that a profile names",
      tags: ["social"],
      parameters: [
        queryParameter("u", "The picture's address, base64url"),
        queryParameter("s", "Our MAC over the address: nothing else is fetched"),
      ],
      security: [],
      responses: {
        "200": {
          description: "The picture",
          content: { "image/*": { schema: { type: "string", contentMediaType: "image/*" } } },
        },
        ...refusalsOf(["not_found", "too_large", "internal", "unavailable"]),
      },
    },
  },
  "/ws": {
    get: {
      operationId: "realtime.open",
      summary: "Opens the WebSocket (RFC 6455); frames are JSON, as packages/contract/src/realtime.ts has them",
      tags: ["realtime"],
      parameters: [queryParameter("token", "A token of `POST /api/v1/chat/realtimeToken`, good once")],
      security: [],
      responses: {
        "101": { description: "The connection is a WebSocket" },
        "401": { description: "The token is unknown, used or too old" },
        "503": { description: "The token could not be checked" },
        ...refusalsOf(["not_found"]),
      },
    },
  },
};

/** The API's description in OpenAPI 3.1, generated from the contract alone. */
export const describeApi = (): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [group, members] of Object.entries(routes))
    for (const [name, route] of Object.entries(members)) {
      const path = paths[`/api${route.path}`] ?? {};
      paths[`/api${route.path}`] = path;
      path[route.method.toLowerCase()] = operationOf(group, name, route);
    }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tribe",
      version: "1",
      // This applies to all strings and names, also in unknown fields, for which no schema exists.
      description: "No text and no name in a call may have a null character or half of a surrogate pair.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    paths: { ...paths, ...besides },
    webhooks: {
      card: {
        post: {
          summary: `MoonPay tells how an order stands, at /api${cardWebhookPath}`,
          requestBody: { required: true, content: { "application/json": { schema: schemaOf(cardWebhookSchema) } } },
          responses: { "200": { description: "Taken in" }, "401": { description: "Its signature does not match" } },
        },
      },
    },
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        walletToken: { type: "http", scheme: "bearer" },
        ...Object.fromEntries(
          Object.entries(signingHeaders).map(([name, header]) => [
            name,
            { type: "apiKey", in: "header", name: header },
          ]),
        ),
      },
    },
  };
};

let text: string | null = null;

/** Serves the description. Built at the first call: few ask, and it would be the longest step of a start. */
export const registerOpenApi = (app: FastifyInstance): void => {
  app.get("/api/openapi.json", async (_request, reply) => {
    text ??= JSON.stringify(describeApi());
    return reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(text);
  });
};
