import { ApiError } from "@tribe/contract";
import type { FastifyInstance } from "fastify";
import type { LiveMedia } from "../../engines/live/port.ts";

/** The path to which LiveKit reports what happens in its rooms. */
export const liveWebhookPath = "/api/hooks/livekit";

/** Handles LiveKit's webhooks. One without LiveKit's signature is refused; a repeated one changes nothing. */
export const registerLiveWebhook = (app: FastifyInstance, media: Pick<LiveMedia, "takeWebhook">): void => {
  app.post(liveWebhookPath, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : "";
    if (!(await media.takeWebhook(body, request.headers.authorization ?? ""))) throw new ApiError("signature_invalid");
    return reply.send({});
  });
};
