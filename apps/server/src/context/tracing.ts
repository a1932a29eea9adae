import { ApiError } from "@tribe/contract";
import { type CurrentCall, currentCall, newRequestId, runAsCall } from "./current-call.ts";

/**
 * All that a span says beside its name, times and place: names of ours, never a text, a person, an address, a mint, a token, a signature
 * or an error's words (traces.test.ts looks at all of them).
 */
export interface SpanAttributes {
  readonly "http.request.method"?: string;
  /** The pattern, without its parameters. */
  readonly "http.route"?: string;
  readonly "http.response.status_code"?: number;
  readonly "tribe.frame"?: string;
  readonly "tribe.event"?: string;
  readonly "tribe.job"?: string;
  readonly "tribe.transaction"?: string;
}

export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";

/** A span that has begun. */
export interface OpenSpan {
  /** What is handed on to other processes: W3C's `traceparent`. */
  readonly trace: string;
  /** @param outcome a code of ours; null when it worked */
  end(outcome: string | null, attributes?: SpanAttributes): void;
}

/** What spans are sent to. */
export interface Tracer {
  /** @param parent a `traceparent`; without one a trace begins */
  start(name: string, kind: SpanKind, attributes: SpanAttributes, parent: string | undefined): OpenSpan;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let tracer: Tracer | null = null;

/** Switches traces on or off for this process. */
export const traceWith = (next: Tracer | null): void => {
  tracer = next;
};

/** Whether traces are on: reads for them alone can be left out otherwise. */
export const isTracing = (): boolean => tracer !== null;

/** What the work of now hands on, to tables and other processes; undefined while traces are off. */
export const currentTrace = (): string | undefined => (tracer === null ? undefined : currentCall()?.trace);

/** Begins a span that {@link OpenSpan.end} ends; null while traces are off. */
export const startSpan = (
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  parent: string | undefined = currentCall()?.trace,
): OpenSpan | null => tracer?.start(name, kind, attributes, parent) ?? null;

const outcomeOf = (error: unknown): string => (error instanceof ApiError ? error.code : "failed");

interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  /** What another process handed on; by default the work of now is the parent. Null: without one there is no span. */
  readonly parent?: string | null;
}

/** Does work within a span of its own. Costs nothing while traces are off. */
export const inSpan = async <Result>(
  name: string,
  { kind = "internal", attributes = {}, parent }: SpanOptions,
  work: () => Result | Promise<Result>,
): Promise<Result> => {
  if (tracer === null || parent === null) return work();
  const span = tracer.start(name, kind, attributes, parent ?? currentCall()?.trace);
  const call: CurrentCall = { requestId: currentCall()?.requestId ?? newRequestId(), trace: span.trace };
  return runAsCall(call, async () => {
    try {
      const result = await work();
      span.end(null);
      return result;
    } catch (error) {
      span.end(outcomeOf(error));
      throw error;
    }
  });
};
