import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Channels } from "./channels.ts";

const requestSchema = z.object({
  siweUri: z.url(),
  domain: z.string().check(z.minLength(1), z.maxLength(255)),
  nonce: z.string().check(z.regex(/^[a-zA-Z0-9]{8,}$/)),
  expirationTime: z.optional(z.iso.datetime()),
});

/** `POST /farcaster/v1/channel` and `GET /farcaster/v1/channel/status`, as Farcaster's relay answers them. */
export const addRelayRoutes = (app: FastifyInstance, channels: Channels, origin: () => string): void => {
  const urlOf = (token: string): string => `${origin()}/farcaster/~/siwf?channelToken=${token}`;

  app.post("/farcaster/v1/channel", (request, reply) => {
    const read = requestSchema.safeParse(request.body);
    if (!read.success) return reply.code(400).send({ error: "Validation error", message: z.prettifyError(read.error) });
    const { expirationTime, ...rest } = read.data;
    const channelToken = channels.open({ ...rest, expirationTime });
    return reply.code(201).send({ channelToken, url: urlOf(channelToken), nonce: rest.nonce });
  });

  app.get("/farcaster/v1/channel/status", (request, reply) => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const channel = channels.find(token);
    if (!channel) return reply.code(401).send({ error: "Unauthorized", message: "Channel does not exist" });
    const { nonce } = channel.request;
    if (!channel.approval) return reply.code(202).send({ state: "pending", nonce, url: urlOf(token) });
    const { persona, custody, message, signature } = channel.approval;
    const { fid, username, displayName, bio } = persona;
    const pfpUrl = `${origin()}/x/profile_images/${fid}_400x400.png`;
    return reply.send({
      state: "completed",
      nonce,
      url: urlOf(token),
      message,
      signature,
      authMethod: "custody",
      fid,
      username,
      displayName,
      bio,
      pfpUrl,
      custody,
      verifications: [],
    });
  });
};
