import {
  type Context,
  SpanKind as Kind,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { SpanKind, Tracer } from "../../context/tracing.ts";
import { version } from "../../process/version.ts";

// Loaded only when traces are on.

const kinds: Readonly<Record<SpanKind, Kind>> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

const contextOf = (traceparent: string | undefined): Context => {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? "00", 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
};

/**
 * Sends spans to an OpenTelemetry collector, as OTLP over HTTP.
 * @param options.share of the traces that are recorded, from 0 to 1; what belongs to a recorded one is recorded as well
 */
export const openOtlpTraces = (options: {
  readonly endpoint: string;
  readonly share: number;
  /** The process's roles: its name in the traces. */
  readonly role: string;
}): Tracer => {
  const url = `${options.endpoint.replace(/\/$/, "")}/v1/traces`;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": `tribe ${options.role}`, "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("tribe", version);
  return {
    start: (name, kind, attributes, parent) => {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, contextOf(parent));
      return {
        trace: traceparentOf(span.spanContext()),
        end: (outcome, more = {}) => {
          span.setAttributes({ ...more });
          if (outcome !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
};
