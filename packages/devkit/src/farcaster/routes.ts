import type { FastifyInstance } from "fastify";
import { sendPage } from "../http/page.ts";
import { addApproveRoutes, farcasterHomePage } from "./approve.ts";
import { Channels } from "./channels.ts";
import { addOptimismRoutes } from "./optimism.ts";
import { addRelayRoutes } from "./relay.ts";

/** The Farcaster stand-in below `/farcaster`: the relay of Sign In With Farcaster, the approval, the registry of ids. */
export const addFarcasterRoutes = (app: FastifyInstance, origin: () => string): void => {
  const channels = new Channels();
  app.get("/farcaster", (_request, reply) => sendPage(reply, { title: "Farcaster stand-in", body: farcasterHomePage }));
  addRelayRoutes(app, channels, origin);
  addApproveRoutes(app, channels);
  addOptimismRoutes(app, channels);
};
