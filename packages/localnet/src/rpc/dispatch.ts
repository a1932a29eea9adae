import { stringifyJson } from "../codec/json.ts";
import { jsonPieces } from "../codec/lazy-list.ts";
import { RPC_CODE, RpcError } from "./errors.ts";
import { Params } from "./params.ts";

/**
 * A method: takes the call's parameters, returns its result, throws RpcError. A long list in the result is a LazyList, whose
 * items must not throw: errors in the call must be found before.
 */
export type Method = (params: Params) => unknown;

type RequestId = string | number | null;

interface Call {
  readonly id: RequestId | undefined;
  readonly method: string;
  readonly params: unknown;
}

const CALL_FIELDS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

interface Refused {
  readonly id: RequestId;
  readonly refused: RpcError;
  /** Set when the request had no version: then the answer has none either. */
  readonly unversioned?: true;
}

/** Parses one request; an invalid one is refused under its own id, if it has one. */
function readCall(value: unknown): Call | Refused {
  // Created only when needed: an error captures the stack, which costs more than parsing the request.
  const invalid = () => new RpcError(RPC_CODE.invalidRequest, "Invalid request");
  if (!isReadable(value)) return { id: null, refused: invalid() };
  const { jsonrpc, id, method, params } = value;
  const refuse = (refused: RpcError): Refused => ({ id: id ?? null, refused });
  if (typeof method !== "string" || Object.keys(value).some((name) => !CALL_FIELDS.has(name))) return refuse(invalid());
  if (params !== undefined && params !== null && typeof params !== "object") return refuse(invalid());
  if (jsonrpc === undefined || jsonrpc === null) {
    const words = "Unsupported JSON-RPC protocol version";
    return { ...refuse(new RpcError(RPC_CODE.invalidRequest, words)), unversioned: true };
  }
  return jsonrpc === "2.0" ? { id, method, params } : refuse(invalid());
}

/** An object; its id, if it has one, can be used in an answer. */
function isReadable(value: unknown): value is { readonly id?: RequestId } & Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !("id" in value) || isRequestId(value.id);
}

function isRequestId(id: unknown): id is RequestId {
  return id === null || typeof id === "string" || (typeof id === "number" && Number.isInteger(id) && id >= 0);
}

/** Converts any error to the error member of an answer. An unexpected one reveals nothing. */
export function toWireError(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return data === undefined ? { code, message } : { code, message, data };
  }
  return { code: RPC_CODE.internal, message: "Internal error" };
}

type Find = (method: string) => Method | undefined;

/** Parses a request text: one value, the values of a batch, or the error for anything else. */
function readText(
  text: string,
): { readonly one: unknown } | { readonly batch: unknown[] } | { readonly refusal: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { refusal: failure(null, new RpcError(RPC_CODE.parse, "Parse error")) };
  }
  if (!Array.isArray(body)) {
    return isReadable(body) ? { one: body } : { refusal: failure(null, new RpcError(RPC_CODE.parse, "Parse error")) };
  }
  if (body.length > 0) return { batch: body };
  return { refusal: failure(null, new RpcError(RPC_CODE.invalidRequest, "Invalid request")) };
}

/**
 * Answers one request text, single or batch (`undefined`: nothing, all were notifications). `onUnexpected` is called for
 * internal errors.
 */
export function answer(text: string, find: Find, onUnexpected: (error: unknown) => void): string | undefined {
  const request = readText(text);
  if ("refusal" in request) return request.refusal;
  if ("one" in request) return joined(answerOne(request.one, find, onUnexpected));
  return joined(batchPieces(request.batch, find, onUnexpected)) || undefined;
}

function joined(answer: string | undefined | Generator<string>): string | undefined {
  return answer === undefined || typeof answer === "string" ? answer : [...answer].join("");
}

/**
 * As `answer`, but batches and long lists are created in pieces as they are read, so that other clients need not wait for all
 * of it, and the whole answer is never in memory.
 */
export function answerInPieces(
  text: string,
  find: Find,
  onUnexpected: (error: unknown) => void,
): string | undefined | Generator<string> {
  const request = readText(text);
  if ("refusal" in request) return request.refusal;
  if ("one" in request) return answerOne(request.one, find, onUnexpected);
  return batchPieces(request.batch, find, onUnexpected);
}

function* batchPieces(batch: unknown[], find: Find, onUnexpected: (error: unknown) => void): Generator<string> {
  let before = "[";
  for (const item of batch) {
    const one = answerOne(item, find, onUnexpected);
    if (one === undefined) continue;
    yield before;
    if (typeof one === "string") yield one;
    else yield* one;
    before = ",";
  }
  if (before === ",") yield "]";
}

function answerOne(
  value: unknown,
  find: Find,
  onUnexpected: (error: unknown) => void,
): string | undefined | Generator<string> {
  const call = readCall(value);
  if ("refused" in call) return failure(call.id, call.refused, call.unversioned ? {} : VERSION);
  try {
    const method = find(call.method);
    if (method === undefined) throw new RpcError(RPC_CODE.methodNotFound, "Method not found");
    const result = method(new Params(call.params));
    if (call.id === undefined) return undefined;
    return jsonPieces({ jsonrpc: "2.0", result: result ?? null, id: call.id });
  } catch (error) {
    if (!(error instanceof RpcError)) onUnexpected(error);
    return call.id === undefined ? undefined : failure(call.id, error);
  }
}

const VERSION = { jsonrpc: "2.0" };

function failure(id: RequestId, error: unknown, version: { jsonrpc?: string } = VERSION): string {
  return stringifyJson({ ...version, error: toWireError(error), id });
}
