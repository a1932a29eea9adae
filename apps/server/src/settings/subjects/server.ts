import * as z from "zod/mini";
import { computed, httpUrl, integer, port, type Setting, text, url } from "../setting.ts";

export const serverSettings = {
  TRIBE_MODE: {
    schema: z.enum(["local", "production"]),
    default: "local",
    meaning:
      "`local`: the server starts what is not configured (database, chain, stand-ins). `production`: it starts none of them",
  },
  TRIBE_ROLES: {
    schema: text,
    default: computed("all; in production web runs apart from keys and worker"),
    meaning: "Roles of this process, separated by commas: web, keys, realtime, worker, indexer",
  },
  TRIBE_HOST: { schema: text, default: "127.0.0.1", meaning: "Address to listen on" },
  TRIBE_PORT: {
    schema: port,
    default: computed("3000, or the next free one"),
    meaning: "Port of the app and its API",
  },
  TRIBE_DATA_DIR: { schema: text, default: ".data", meaning: "Folder of all local data and keys" },
  TRIBE_TRUST_PROXY: {
    schema: integer(0, 10),
    default: "0",
    meaning: "Number of reverse proxies in front of the server, whose `X-Forwarded-For` it trusts",
  },
  TRIBE_PRIVATE_HOSTS: {
    schema: text,
    default: computed("none"),
    meaning:
      "Hosts, separated by commas, that the server may connect to without TLS in production, because the network between is encrypted (WireGuard, a service mesh). This machine is always allowed",
  },
  TRIBE_DRAIN_SECONDS: {
    schema: integer(0, 300),
    default: "0",
    meaning:
      "How long a process that was told to stop (SIGTERM) still answers, while `/readyz` says `draining`: a little longer than a load balancer needs to notice",
  },
  LOG_LEVEL: {
    schema: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    default: "warn",
    meaning:
      "Level of the log: fatal, error, warn, info, debug, trace or silent. From info on it has each sign-in and each refused call, with the IP address",
  },
  TRIBE_METRICS_TOKEN: {
    schema: z.string().check(z.minLength(16)),
    default: null,
    meaning: "Token for `/metrics` of each process, sent as `Authorization: Bearer`. Without it there is no such page",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl,
    default: null,
    meaning:
      "OpenTelemetry collector that gets traces, as OTLP over HTTP at `/v1/traces` below this address. Without it there are none",
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number().check(z.minimum(0), z.maximum(1)),
    default: "1",
    meaning: "Share of traces that are recorded, from 0 to 1",
  },
  DATABASE_URL: {
    schema: url("postgres:", "postgresql:"),
    default: null,
    meaning: "PostgreSQL 15 or newer, or a pooler in front of it. Without it the server starts one",
    production: "required",
  },
  DATABASE_DIRECT_URL: {
    schema: url("postgres:", "postgresql:"),
    default: null,
    meaning:
      "PostgreSQL itself, when `DATABASE_URL` leads to a pooler in transaction mode such as PgBouncer: for what needs a connection of its own (migrations, the job queue, locks, notifications). The pooler then gets no named statements and no timeouts; the database's user must have those",
  },
  DATABASE_CONNECTIONS: {
    schema: integer(2, 500),
    default: computed("by role: web 24, realtime 12, worker 24, keys 8, indexer 8; together 32 at most"),
    meaning:
      "Connections that this process opens at most for calls and jobs. Up to 17 more are for sending messages, wake-ups and locks",
  },
  NATS_URL: {
    schema: url("nats:", "tls:"),
    default: null,
    meaning:
      "NATS server that notifies the other processes of new events. Without it PostgreSQL does. The events themselves are always stored in PostgreSQL",
  },
} as const satisfies Record<string, Setting>;
