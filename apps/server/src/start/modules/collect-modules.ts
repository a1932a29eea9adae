import { type Route, routes } from "@tribe/contract";
import type { AppContext, Worker } from "../../context/context.ts";
import type { Database } from "../../db/client.ts";
import type { JobDefinition } from "../../engines/jobs/definition.ts";
import { mailJob } from "../../engines/mail/mail-job.ts";
import type { Registration } from "../../http/app.ts";
import { isSigners } from "../../http/cors.ts";
import type { RouteImplementation } from "../../http/implement.ts";
import { accountImplementations } from "../../modules/account/index.ts";
import { airdropImplementations, airdropWorker } from "../../modules/airdrop/index.ts";
import { chatImplementations, linkPreviewJob } from "../../modules/chat/index.ts";
import { claimImplementations } from "../../modules/claim/index.ts";
import { earningsImplementations } from "../../modules/earnings/index.ts";
import { applyFeesJob, collectJob, factoryImplementations, migrationWorker } from "../../modules/factory/index.ts";
import { fundImplementations, registerCardReturn, registerCardWebhook } from "../../modules/fund/index.ts";
import { endSessionJob, identityImplementations } from "../../modules/identity/index.ts";
import { indexerWorker, pauseEndsJob } from "../../modules/indexer/index.ts";
import { liveImplementations } from "../../modules/live/index.ts";
import { factoryWatch, marketImplementations } from "../../modules/market/index.ts";
import { mediaImplementations, mediaJobs, mediaRegistrations } from "../../modules/media/index.ts";
import {
  alarmsJob,
  fanOutJob,
  noticeMailJob,
  noticePlanner,
  notificationsImplementations,
  planSummariesJob,
  pushJob,
  registerMailWebhook,
  registerUnsubscribe,
  summaryJob,
} from "../../modules/notifications/index.ts";
import { ratesImplementations, ratesWorker } from "../../modules/rates/index.ts";
import { registerShare, shareImplementations } from "../../modules/share/index.ts";
import { registerPictureProxy, socialImplementations, socialJobs } from "../../modules/social/index.ts";
import { systemImplementations } from "../../modules/system/index.ts";
import { ticketWorker, transactionsImplementations } from "../../modules/transactions/index.ts";
import { transfersImplementations } from "../../modules/transfers/index.ts";
import {
  endDevicesJob,
  forgetFormerKeyJob,
  recoveryMailJob,
  stopWaitJob,
  walletImplementations,
} from "../../modules/wallet/index.ts";
import { figuresWorker } from "../figures/gather.ts";
import { sweepJob } from "../sweep.ts";
import { registerRealtime } from "./register-realtime.ts";

/** Everything that the modules contribute. */
export interface AllModules {
  readonly implementations: readonly RouteImplementation[];
  readonly registrations: readonly Registration[];
  readonly workers: readonly Worker[];
  readonly jobs: readonly JobDefinition[];
}

/** Routes of the API that a page needs beside a WebSocket in another process. */
const ofRealtime: ReadonlySet<Route> = new Set([routes.system.realtimeToken]);

/** Collects the modules of this process's roles: new modules are added only here. */
export const collectModules = (ctx: AppContext, sideDb: Database): AllModules => {
  const { roles } = ctx.config;
  const api = [
    ...systemImplementations,
    ...identityImplementations(sideDb),
    ...accountImplementations(sideDb),
    ...socialImplementations,
    ...walletImplementations,
    ...fundImplementations,
    ...factoryImplementations,
    ...transfersImplementations,
    ...airdropImplementations,
    ...claimImplementations,
    ...transactionsImplementations,
    ...marketImplementations,
    ...earningsImplementations,
    ...chatImplementations,
    ...liveImplementations,
    ...mediaImplementations,
    ...shareImplementations,
    ...ratesImplementations,
    ...notificationsImplementations,
  ];
  const realtime: readonly Registration[] = roles.has("realtime") ? [registerRealtime] : [];
  const isServed = (route: Route): boolean =>
    (isSigners(route) ? roles.has("keys") : roles.has("web")) || (roles.has("realtime") && ofRealtime.has(route));
  const notificationJobs = [alarmsJob, fanOutJob, noticeMailJob, planSummariesJob, pushJob, summaryJob];
  const jobs = [
    applyFeesJob,
    collectJob,
    linkPreviewJob,
    mailJob,
    pauseEndsJob,
    sweepJob,
    ...notificationJobs,
    ...mediaJobs,
    ...socialJobs,
  ];
  return {
    implementations: api.filter(({ route }) => isServed(route)),
    registrations: roles.has("web")
      ? [
          ...[registerPictureProxy, registerCardWebhook, registerCardReturn, registerMailWebhook, registerUnsubscribe],
          ...[...mediaRegistrations, registerShare, ...realtime],
        ]
      : realtime,
    workers: [
      ...[factoryWatch, indexerWorker, migrationWorker, noticePlanner, ticketWorker, airdropWorker, ratesWorker],
      figuresWorker,
    ],
    // Jobs that open or change a wallet run where its keys are.
    jobs: [
      ...(roles.has("worker") ? jobs : []),
      ...(roles.has("keys") ? [recoveryMailJob, endDevicesJob, endSessionJob, forgetFormerKeyJob, stopWaitJob] : []),
    ],
  };
};
