import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../context/context.ts";
import { chatConnections } from "../../db/client.ts";
import { createEmbeddedLiveMedia } from "../../engines/live/embedded.ts";
import type { LiveMedia } from "../../engines/live/port.ts";
import type { Rates } from "../../http/limits/rates.ts";
import { readMetrics } from "../../metrics/read-metrics.ts";
import { createSendQueue } from "../../modules/chat/index.ts";
import { createLiveRooms, registerLiveWebhook } from "../../modules/live/index.ts";
import { registerGateway } from "../../modules/realtime/index.ts";

/** Serves the role `realtime`: the WebSocket, the lives that are held over it, and the metrics of both. */
export const registerRealtime = async (app: FastifyInstance, ctx: AppContext, rates: Rates): Promise<void> => {
  const media = await openLiveMedia(ctx);
  const lives = createLiveRooms(ctx, media);
  if (ctx.config.live.liveKit) registerLiveWebhook(app, media);
  const readCounts = registerGateway(app, ctx, rates, { lives, sends: createSendQueue(ctx, chatConnections) });
  readMetrics(ctx.metrics.registry, [
    { name: "tribe_websockets", help: "Open WebSockets of this process", value: () => readCounts().open },
    {
      name: "tribe_websockets_refused_total",
      help: "WebSockets beyond the limit of open ones",
      value: () => readCounts().refused,
    },
    ...lives.metrics(),
  ]);
};

/** Opens LiveKit if it is configured, otherwise our own forwarding unit. */
const openLiveMedia = async ({ config, keys, log }: AppContext): Promise<LiveMedia> => {
  const { live } = config;
  const recordKey = keys.mac("token", "live records");
  if (!live.liveKit) return createEmbeddedLiveMedia({ network: live, recordKey, log });
  // The library is loaded only when LiveKit is configured.
  const { createLiveKitMedia } = await import("../../engines/live/livekit.ts");
  return createLiveKitMedia({ settings: live.liveKit, recordKey, log });
};
