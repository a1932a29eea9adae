import Fastify from "fastify";
import * as z from "zod";

const attributeSchema = z.object({
  key: z.string(),
  value: z.union([
    z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
    z.object({ intValue: z.union([z.string(), z.number()]) }).transform(({ intValue }) => Number(intValue)),
  ]),
});
const attributesSchema = z
  .array(attributeSchema)
  .default([])
  .transform(
    (all): Readonly<Record<string, string | number>> => Object.fromEntries(all.map(({ key, value }) => [key, value])),
  );

/** OTLP's JSON: https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: attributesSchema,
              status: z.object({ message: z.string().optional() }).default({}),
              events: z.array(z.unknown()).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span that was received. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** A small OpenTelemetry collector that keeps what it gets. */
export interface TraceReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Every byte that came, to look for what must not be in it. */
  text(): string;
  stop(): Promise<void>;
}

/** Starts one on a free port of this machine. */
export const startTraceReceiver = async (): Promise<TraceReceiver> => {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const app = Fastify({ bodyLimit: 16 * 1024 * 1024 });
  app.post("/v1/traces", async ({ body }) => {
    texts.push(JSON.stringify(body));
    for (const { resource, scopeSpans } of exportSchema.parse(body).resourceSpans)
      for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          service: String(resource.attributes["service.name"]),
          ...{ traceId, spanId, parentSpanId, name, attributes },
        });
    return {};
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url, spans, text: () => texts.join("\n"), stop: () => app.close() };
};
