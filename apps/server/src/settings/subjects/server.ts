import * as z from "zod/mini";
import { computed, integer, port, type Setting, text, url } from "../setting.ts";

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
  DATABASE_URL: {
    schema: url("postgres:", "postgresql:"),
    default: null,
    meaning: "PostgreSQL 15 or newer. Without it the server starts one",
    production: "required",
  },
  NATS_URL: {
    schema: url("nats:", "tls:"),
    default: null,
    meaning:
      "NATS server that notifies the other processes of new events. Without it PostgreSQL does. The events themselves are always stored in PostgreSQL",
  },
} as const satisfies Record<string, Setting>;
