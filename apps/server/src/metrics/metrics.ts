import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { failuresByDependency } from "../context/dependency-failures.ts";
import { version } from "../process/version.ts";
import type { Role } from "../settings/roles.ts";

// Labels are a route's pattern, a name of ours, or one of a few words: never a person, an address, a mint or another parameter
// (metrics.test.ts looks at all of them). Names and units: https://prometheus.io/docs/practices/naming/

/** Seconds; the objectives (docs/operate/slos.md) are among them. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What one process tells its operator at `/metrics`. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of one process. What only queries tell, the role `worker` gathers (start/figures). */
export const createMetrics = (roles: ReadonlySet<Role>) => {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const seconds = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  new Gauge({
    name: "tribe_build_info",
    help: "Version and roles of this process; always 1",
    labelNames: ["version", "roles"],
    registers,
  }).set({ version, roles: [...roles].sort().join(",") }, 1);
  new Counter({
    name: "tribe_dependency_failures_total",
    help: "Times that something this process depends on gave no answer, or failed",
    labelNames: ["dependency"],
    registers,
    collect() {
      this.reset();
      for (const [dependency, count] of failuresByDependency()) this.inc({ dependency }, count);
    },
  });
  let mailsAhead = { seconds: 0, at: 0 };
  new Gauge({
    name: "tribe_new_address_mails_ahead_seconds",
    help: "Code mails to new addresses ahead of their rate, at this process's last one; from 300 on they wait",
    registers,
    collect() {
      this.set(Math.max(0, mailsAhead.seconds - (performance.now() - mailsAhead.at) / 1_000));
    },
  });
  return {
    registry,
    /** By how many seconds mails to new addresses are ahead of their rate now. */
    setMailsAhead: (seconds: number): void => {
      mailsAhead = { seconds, at: performance.now() };
    },
    requests: seconds("tribe_http_request_duration_seconds", "Time from a request's head to its answer's end", [
      "method",
      "route",
      "status",
    ]),
    frames: seconds("tribe_frame_duration_seconds", "Time from a frame of the WebSocket to what answers it", [
      "frame",
      "outcome",
    ]),
    jobs: seconds("tribe_job_duration_seconds", "Time that a job ran", ["job", "outcome"]),
    mailFailures: counter("tribe_mail_failures_total", "Mails that the mail server did not take"),
    mailBounces: counter("tribe_mail_bounces_total", "Addresses that the mail provider reported", ["kind"]),
    pushes: counter("tribe_pushes_total", "Pushes, by the answer of the push service", ["outcome"]),
    storageFailures: counter("tribe_storage_failures_total", "Failures of the file storage", ["operation"]),
  };
};
