import { apiErrors, type Route, routes } from "@tribe/contract";
import * as z from "zod/mini";
import type { Transport } from "../../src/app/build.ts";
import { ChunkLoadError } from "../../src/shared/navigation/part.ts";
import { type Call, type ScriptedAnswer, ScriptedReaction } from "./answers.ts";
import { createLog } from "./log.ts";
import { createScriptedParts } from "./parts.ts";
import { createScriptedRealtime } from "./realtime.ts";
import { createScriptedWallet } from "./wallet.ts";

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "answer" in value;
const nameOf = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;
/** Every route of the contract by its method and path. */
const routesByName: ReadonlyMap<string, Route> = new Map(
  Object.values(routes)
    .flatMap((module): unknown[] => Object.values(module))
    .filter(isRoute)
    .map((route) => [nameOf(route), route]),
);

/** Answers to reads of the chain's node, or promises of them, by JSON-RPC's method. The contract does not describe them. */
export type NodeAnswers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** A promise that only an abort ends. */
const silence = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

const networkError = (): TypeError => new TypeError("Failed to fetch");

/** Carries out what stands in an answer's place. */
const respondSpecially = ({ kind, failure, file }: ScriptedReaction, signal: AbortSignal | null | undefined) => {
  if (kind === "silence") return silence(signal);
  if (kind === "file") return new Response(file);
  if (!failure) throw networkError();
  const { code, message = apiErrors[code].message, retryAfterSeconds, requestId } = failure;
  return json(
    { error: { code, message, ...(retryAfterSeconds && { retryAfterSeconds }), ...(requestId && { requestId }) } },
    apiErrors[code].status,
  );
};

const decodeCall = (route: Route, url: URL, body: BodyInit | null | undefined): Call => {
  const read = (schema: z.ZodMiniType | undefined, value: unknown): unknown =>
    schema && z.decode(schema, value as never); // decoding checks the unknown value itself
  return {
    route,
    query: read(route.query, Object.fromEntries(url.searchParams)),
    body: read(route.body, typeof body === "string" && body !== "" ? JSON.parse(body) : undefined),
  };
};

/**
 * A server that answers a page's calls by script: values or functions for the contract's routes, encoded and decoded by the
 * same schemas as between the real ones. A call without an answer is a fault, which fails the test.
 */
export const scriptedServer = (...answers: readonly ScriptedAnswer[]) => {
  const scripted = new Map<string, ScriptedAnswer>();
  const fallbacks = new Map<string, ScriptedAnswer>();
  let nodeAnswers: NodeAnswers = {};
  const calls = createLog<Call>();
  const faults = new Set<string>();
  const realtime = createScriptedRealtime();
  const wallet = createScriptedWallet();
  const parts = createScriptedParts();
  const allowedFaults: string[] = [];
  let isOnline = true;
  let isHung = false;

  const answer = (...more: readonly ScriptedAnswer[]): void => {
    for (const one of more) scripted.set(nameOf(one.route), one);
  };
  answer(...answers);

  const answerNode = async (url: URL, body: unknown): Promise<Response> => {
    const { method, params } = z.parse(z.object({ method: z.string(), params: z.array(z.unknown()) }), body);
    const give = nodeAnswers[method];
    if (give) return json({ jsonrpc: "2.0", id: 1, result: await give(params) });
    faults.add(`${method} of the chain's node at ${url.host} has no scripted answer`);
    return json({ jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } });
  };

  const respond = async (url: URL, { method = "GET", body, signal }: RequestInit): Promise<Response> => {
    if (!isOnline) throw networkError();
    // Asked before the page loads itself anew.
    if (url.pathname === "/healthz") return new Response("ok");
    // Whether a file of a message is there: they are served, or not, at real addresses.
    if (url.pathname.startsWith("/media/")) return await globalThis.fetch(url, { method, mode: "no-cors" });
    if (!url.pathname.startsWith("/api/")) {
      if (method === "POST" && typeof body === "string") return answerNode(url, JSON.parse(body));
      faults.add(`${method} ${url.href} is no route of the contract`);
      throw networkError();
    }
    const name = nameOf({ method: method as Route["method"], path: url.pathname.slice("/api".length) });
    if (isHung) return silence(signal);
    const route = routesByName.get(name);
    const one = scripted.get(name) ?? fallbacks.get(name);
    if (!route || !one) {
      faults.add(`${name} has no scripted answer`);
      return json({}, 501);
    }
    const call = decodeCall(route, url, body);
    calls.add(call);
    const given = await one.give(call);
    if (given instanceof ScriptedReaction) return respondSpecially(given, signal);
    return json(z.encode(route.answer, given as never)); // encoding checks the value itself
  };

  const fetch: Transport["fetch"] = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.origin);
    try {
      return await respond(url, init);
    } catch (error) {
      // A value that the schemas refuse is a fault of the script, not a failure that the page may handle.
      if (error instanceof Error && error.name === "$ZodError") faults.add(`${url.pathname}: ${error.message}`);
      throw error;
    }
  };

  return {
    transport: { fetch, openWebSocket: realtime.openWebSocket } satisfies Transport,
    realtime,
    wallet,
    parts: {
      ...parts,
      lose: (name: string): (() => void) => {
        // React prints what a page's own words stand for.
        allowedFaults.push(new ChunkLoadError(name).message);
        return parts.lose(name);
      },
    },
    /** Changes answers, for the calls from now on. */
    answer,
    /** Answers for whatever the test says nothing about. */
    fallBackTo: (more: readonly ScriptedAnswer[], node: NodeAnswers): void => {
      for (const one of more) fallbacks.set(nameOf(one.route), one);
      nodeAnswers = { ...node, ...nodeAnswers };
    },
    /** Changes what the chain's node answers. */
    answerNode: (more: NodeAnswers): void => {
      nodeAnswers = { ...nodeAnswers, ...more };
    },
    /** The calls of a route so far, decoded. */
    callsOf: <R extends Route>(route: R): readonly Call<R>[] =>
      // Each call has been decoded by its own route.
      calls.all.filter((call): call is Call<R> & Call => nameOf(call.route) === nameOf(route)),
    /** A route's first call, made already or soon. */
    called: <R extends Route>(route: R): Promise<Call<R>> =>
      calls.first((call): call is Call<R> & Call => nameOf(call.route) === nameOf(route), nameOf(route)),
    faults: faults as ReadonlySet<string>,
    addFault: (fault: string): void => {
      if (!allowedFaults.some((part) => fault.includes(part))) faults.add(fault);
    },
    /** What goes wrong in the page with these words in it is what the test is about, and fails no test. */
    allowFault: (part: string): void => {
      allowedFaults.push(part);
    },
    /** No call is answered from now on, whichever it is. */
    hang: (): void => {
      isHung = true;
    },
    isOnline: (): boolean => isOnline,
    setOnline: (next: boolean): void => {
      isOnline = next;
      realtime.setOnline(next);
    },
  } as const;
};

export type ScriptedServer = ReturnType<typeof scriptedServer>;
