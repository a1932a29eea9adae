// `npm run dashboard`: writes the dashboard for Grafana from the list below. By hand it would be a thousand lines of positions.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {{ title: string, unit: string, queries: readonly (readonly [query: string, legend: string])[] }} Panel */

/** Shares and rates over the time between two points, whatever the zoom. */
const every = "$__rate_interval";
const requests = "tribe_http_request_duration_seconds";
const frames = "tribe_frame_duration_seconds";

/** @type {readonly { title: string, panels: readonly Panel[] }[]} */
const rows = [
  {
    title: "What people notice",
    panels: [
      {
        title: "API requests",
        unit: "reqps",
        queries: [[`sum by (status) (rate(${requests}_count{route=~"/api/.*"}[${every}]))`, "{{status}}"]],
      },
      {
        title: "Share of API requests that fail",
        unit: "percentunit",
        queries: [
          [
            `sum(rate(${requests}_count{route=~"/api/.*",status="5xx"}[${every}])) / sum(rate(${requests}_count{route=~"/api/.*"}[${every}]))`,
            "5xx",
          ],
        ],
      },
      {
        title: "Slowest routes, 95th percentile",
        unit: "s",
        queries: [
          [
            `topk(8, histogram_quantile(0.95, sum by (le, method, route) (rate(${requests}_bucket[${every}]))))`,
            "{{method}} {{route}}",
          ],
        ],
      },
      {
        title: "Messages sent",
        unit: "ops",
        queries: [[`sum by (outcome) (rate(${frames}_count{frame="send"}[${every}]))`, "{{outcome}}"]],
      },
      {
        title: "Message to acknowledgement",
        unit: "s",
        queries: [
          [`histogram_quantile(0.5, sum by (le) (rate(${frames}_bucket{frame="send"}[${every}])))`, "half"],
          [`histogram_quantile(0.99, sum by (le) (rate(${frames}_bucket{frame="send"}[${every}])))`, "99 %"],
        ],
      },
      { title: "Open WebSockets", unit: "short", queries: [["tribe_websockets", "{{instance}}"]] },
    ],
  },
  {
    title: "Money",
    panels: [
      {
        title: "Transactions on their way",
        unit: "short",
        queries: [["max by (kind) (tribe_tickets_open)", "{{kind}}"]],
      },
      {
        title: "The oldest of them",
        unit: "s",
        queries: [["max by (kind) (tribe_tickets_oldest_seconds)", "{{kind}}"]],
      },
      {
        title: "Index behind the chain",
        unit: "short",
        queries: [["max by (program) (tribe_indexer_slots_behind)", "{{program}}, slots"]],
      },
      { title: "No new slot for", unit: "s", queries: [["min(tribe_chain_block_age_seconds)", "node"]] },
      { title: "Admin's SOL", unit: "short", queries: [["min(tribe_admin_balance_sol)", "SOL"]] },
      { title: "Payouts due", unit: "short", queries: [["max by (venue) (tribe_payouts_due)", "{{venue}}"]] },
    ],
  },
  {
    title: "What it depends on",
    panels: [
      {
        title: "Failures by dependency",
        unit: "ops",
        queries: [[`sum by (dependency) (rate(tribe_dependency_failures_total[${every}]))`, "{{dependency}}"]],
      },
      {
        title: "Database connections",
        unit: "short",
        queries: [["sum by (instance, state) (tribe_database_pool_connections)", "{{instance}} {{state}}"]],
      },
      {
        title: "Calls that wait for one",
        unit: "short",
        queries: [["sum by (instance, pool) (tribe_database_pool_waiting)", "{{instance}} {{pool}}"]],
      },
      {
        title: "Storage failures",
        unit: "ops",
        queries: [[`sum by (operation) (rate(tribe_storage_failures_total[${every}]))`, "{{operation}}"]],
      },
      {
        title: "Mails",
        unit: "ops",
        queries: [
          [`sum(rate(tribe_mail_failures_total[${every}]))`, "not taken"],
          [`sum by (kind) (rate(tribe_mail_bounces_total[${every}]))`, "{{kind}}"],
        ],
      },
      {
        title: "Pushes",
        unit: "ops",
        queries: [[`sum by (outcome) (rate(tribe_pushes_total[${every}]))`, "{{outcome}}"]],
      },
    ],
  },
  {
    title: "Inside",
    panels: [
      {
        title: "Outbox not read for",
        unit: "s",
        queries: [
          ["max by (instance) (tribe_outbox_lag_seconds)", "{{instance}}"],
          ["max(tribe_notices_lag_seconds)", "notices"],
        ],
      },
      { title: "Rows in the outbox", unit: "short", queries: [["max(tribe_outbox_rows)", "rows"]] },
      { title: "Jobs that wait", unit: "short", queries: [["max by (job) (tribe_jobs_waiting)", "{{job}}"]] },
      {
        title: "Jobs a second",
        unit: "ops",
        queries: [[`sum by (job, outcome) (rate(tribe_job_duration_seconds_count[${every}]))`, "{{job}} {{outcome}}"]],
      },
      {
        title: "Event loop lag, 99th percentile",
        unit: "s",
        queries: [["nodejs_eventloop_lag_p99_seconds", "{{instance}}"]],
      },
      { title: "Memory", unit: "bytes", queries: [["process_resident_memory_bytes", "{{instance}}"]] },
      {
        title: "Processor",
        unit: "percentunit",
        queries: [[`rate(process_cpu_seconds_total[${every}])`, "{{instance}}"]],
      },
      {
        title: "Lives and people in them",
        unit: "short",
        queries: [
          ["sum(tribe_lives)", "lives"],
          ["sum(tribe_live_people)", "people"],
        ],
      },
      {
        title: "Versions",
        unit: "short",
        queries: [["count by (version, roles) (tribe_build_info)", "{{version}} {{roles}}"]],
      },
    ],
  },
];

const perRow = 3;
const [width, height] = [24 / perRow, 8];

/** @param {Panel} panel @param {{ id: number, x: number, y: number }} at */
const panelOf = ({ title, unit, queries }, { id, x, y }) => ({
  id,
  type: "timeseries",
  title,
  datasource: { type: "prometheus", uid: "$source" },
  gridPos: { x, y, w: width, h: height },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  targets: queries.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    expr,
    legendFormat,
  })),
});

/** The dashboard as Grafana imports it. */
export const dashboard = () => {
  let y = 0;
  let id = 0;
  const panels = rows.flatMap(({ title, panels: inRow }) => {
    id += 1;
    const head = { id, type: "row", title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] };
    y += 1;
    const placed = inRow.map((panel, index) => {
      id += 1;
      return panelOf(panel, { id, x: (index % perRow) * width, y: y + Math.floor(index / perRow) * height });
    });
    y += Math.ceil(inRow.length / perRow) * height;
    return [head, ...placed];
  });
  return {
    uid: "tribe",
    title: "Tribe",
    schemaVersion: 39,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: { list: [{ name: "source", label: "Prometheus", type: "datasource", query: "prometheus" }] },
    panels,
  };
};

export const dashboardFile = fileURLToPath(new URL("../../deploy/monitoring/dashboard.json", import.meta.url));
export const dashboardText = () => `${JSON.stringify(dashboard(), null, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(dashboardFile, dashboardText());
