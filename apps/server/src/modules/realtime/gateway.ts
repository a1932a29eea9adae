import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError, type ClientFrame, closeCodes } from "@tribe/contract";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import type { AppContext } from "../../context/context.ts";
import { newRequestId, runAsCall } from "../../context/current-call.ts";
import { createOutageLog } from "../../context/outage-log.ts";
import type { RealtimeCaller } from "../../context/ports.ts";
import { inSpan } from "../../context/tracing.ts";
import { unavailableOf } from "../../db/unavailable.ts";
import { countNetwork } from "../../http/limits/limit-networks.ts";
import { clientAddress } from "../../http/limits/network.ts";
import type { Rates } from "../../http/limits/rates.ts";
import { readTarget } from "../../http/request/target.ts";
import type { SendQueue } from "../chat/index.ts";
import type { LiveRooms } from "../live/index.ts";
import { answerFrame, type FrameContext } from "./answer-frame.ts";
import { Connection, frameText } from "./connection.ts";
import { deliverEvents } from "./deliveries.ts";
import { createFrameQueue } from "./frame-queue.ts";
import { parseFrame, subjectOf } from "./frames.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { Hub } from "./hub.ts";
import { countOpenSockets } from "./open-sockets.ts";
import { startPresence } from "./presence.ts";
import { createReads } from "./reads.ts";
import { startVisiblePages } from "./visible-pages.ts";

const path = "/ws";
/** A message of 4,000 characters takes 24 KB as JSON at most. */
const maxFrameBytes = 32_768;
/** How often sockets are checked for a due heartbeat. */
const heartbeatMs = 1_000;
/** How often the sessions of all open sockets are checked: a session can expire without an event. */
const sessionCheckMs = 5_000;
/** Sessions per query. */
const sessionsAtOnce = 5_000;

/**
 * Whether a page of another origin connects. Browsers always send their origin; other clients send none and are held by their
 * token alone.
 */
const isForeignPage = ({ origin, host }: IncomingMessage["headers"], appUrl: string): boolean =>
  origin !== undefined && origin !== appUrl && (!URL.canParse(origin) || new URL(origin).host !== host);

/** What the gateway serves beside the chats. */
export interface GatewayParts {
  readonly lives: LiveRooms;
  readonly sends: SendQueue;
}

/** Counts of this process's WebSockets. */
export interface GatewayCounts {
  readonly open: number;
  /** Since the start. */
  readonly refused: number;
}

/**
 * Serves the WebSocket at `/ws?token=…` on the app's server, until the app closes; it stops the lives, too.
 * @returns reads the counts of its sockets
 */
export const registerGateway = (
  app: FastifyInstance,
  ctx: AppContext,
  rates: Rates,
  { lives, sends }: GatewayParts,
): (() => GatewayCounts) => {
  const hub = new Hub();
  const visiblePages = startVisiblePages(ctx);
  const reads = createReads(ctx);
  const frameContext = { ...ctx, reads, lives, visiblePages, sends };
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const stopDeliveries = deliverEvents(ctx, hub);
  const presence = startPresence(ctx);
  const heartbeats = createHeartbeat<WebSocket>(ctx.now);
  const openSockets = countOpenSockets(ctx.config);
  let refused = 0;

  const outage = createOutageLog("a WebSocket could not be opened");
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // First of all, because Node has removed its own listener: without one, a client that disconnects would end the process.
    socket.on("error", () => socket.destroy());
    admitUpgrade(request, socket, head).catch((error: unknown) => {
      outage.report(ctx.log, error);
      refuseUpgrade(socket, 503, "Service Unavailable");
    });
  };

  const admitUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const target = readTarget(request.url);
    if (target.path !== path) return refuseUpgrade(socket, 404, "Not Found");
    if (isForeignPage(request.headers, ctx.config.appUrl)) return refuseUpgrade(socket, 403, "Forbidden");
    const ip = clientAddress(request, ctx.config.trustProxy);
    try {
      countNetwork(ctx.config, rates, "socket", { ip });
    } catch {
      return refuseUpgrade(socket, 429, "Too Many Requests");
    }
    const caller = await ctx.ports.realtimeTokens.take(target.query.get("token") ?? "");
    if (!caller) return refuseUpgrade(socket, 401, "Unauthorized");
    server.handleUpgrade(request, socket, head, (opened) => {
      try {
        const close = openSockets.add(caller, ip);
        if (close) return open(opened, caller, socket, close);
        refused += 1;
        ctx.log.info({ uid: caller.uid, ip }, "a caller has too many open WebSockets; a further one is closed");
        opened.on("error", (error) => ctx.log.debug({ err: error }, "a WebSocket broke"));
        // A browser can't read the status of a refused upgrade, but it can read a code.
        new Connection(opened, caller, socket).close(closeCodes.tooManyOpen, "too_many_open");
      } catch (error) {
        // The connection is a WebSocket by now: an HTTP answer would be an invalid frame.
        ctx.log.error({ err: error }, "a WebSocket could not be served");
        opened.terminate();
      }
    });
  };

  const open = (socket: WebSocket, caller: RealtimeCaller, stream: Duplex, uncount: () => void): void => {
    socket.on("close", uncount);
    socket.on("error", (error) => ctx.log.debug({ err: error }, "a WebSocket broke"));
    const connection = new Connection(socket, caller, stream);
    hub.add(connection);
    heartbeats.add(socket);
    socket.on("pong", () => heartbeats.heard(socket));
    socket.on("close", () => {
      heartbeats.remove(socket);
      hub.remove(connection);
      visiblePages.closed(connection);
      lives.closed(connection);
      if (caller.uid && hub.ofPerson(caller.uid).length === 0) presence.closed(caller.uid);
    });

    const admitted = admit({ ...ctx, reads }, hub, connection).then(() => {
      if (caller.uid && connection.isOpen) presence.opened(caller.uid);
    });
    const answer = async (text: string): Promise<void> => {
      const stopTimer = ctx.metrics.frames.startTimer();
      let frame: ClientFrame["type"] | "unknown" = "unknown";
      try {
        await admitted;
        if (!connection.isOpen) return;
        const parsed = parseFrame(text);
        frame = parsed.type;
        const attributes = { "tribe.frame": frame };
        await inSpan(`frame ${frame}`, { kind: "server", attributes }, () =>
          answerFrame(frameContext, hub, connection, parsed),
        );
        stopTimer({ frame, outcome: "answered" });
      } catch (error) {
        const known = error instanceof ApiError ? error : unavailableOf(error);
        stopTimer({ frame, outcome: outcomeOf(known) });
        if (!known) ctx.log.error({ err: error }, "a frame could not be answered");
        const { mint, clientId } = subjectOf(text);
        connection.refuse(known ?? new ApiError("internal"), mint, clientId);
        // A caller whose session has ended is told to sign in again.
        if (known?.code === "unauthorized" && caller.sessionId !== null)
          connection.close(closeCodes.sessionEnded, "session_ended");
      }
    };
    const frames = createFrameQueue(socket, (text) =>
      runAsCall({ requestId: newRequestId() }, () => answer(text)).catch((error: unknown) => {
        ctx.log.error({ err: error }, "a frame's refusal could not be told");
        socket.terminate();
      }),
    );
    socket.on("close", frames.end);
    socket.on("message", (data, isBinary) => {
      if (!connection.isOpen || frames.put(isBinary ? "" : data.toString())) return;
      ctx.log.info({ uid: caller.uid, deviceId: caller.deviceId }, "a connection sent too many frames; it is closed");
      connection.refuse(new ApiError("too_many_requests", { retryAfterSeconds: 1 }));
      connection.close(closeCodes.tooMany, "too_many_requests");
    });
    connection.send(frameText({ type: "ready" }));
  };

  const heartbeat = setInterval(() => heartbeats.tick(ctx.now()), heartbeatMs);
  heartbeat.unref();
  const unread = createOutageLog("the open sockets' sessions could not be read");
  const sessionCheck = setInterval(() => {
    closeEnded(ctx, hub).then(unread.recovered, (error: unknown) => unread.report(ctx.log, error));
  }, sessionCheckMs);
  sessionCheck.unref();

  app.server.on("upgrade", upgrade);
  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    clearInterval(sessionCheck);
    await stopDeliveries();
    await presence.stop();
    await visiblePages.stop();
    await lives.stop();
    app.server.off("upgrade", upgrade);
    // Clients resume on another node from their last number.
    for (const connection of hub.connections) connection.close(closeCodes.goingAway, "going_away");
    server.close();
  });
  return () => ({ open: hub.connections.length, refused });
};

/**
 * Starts answering a connection's frames. The session may have ended since the token was issued; the connection is in the hub
 * before the session is checked, so that an end after the check reaches it. Its address gives it the wallet's balance changes.
 */
const admit = async (
  ctx: Pick<FrameContext, "ports" | "log" | "reads">,
  hub: Hub,
  connection: Connection,
): Promise<void> => {
  const { sessionId, uid } = connection.caller;
  if (!uid) return;
  try {
    const session = sessionId ? await ctx.ports.callers.session(sessionId) : null;
    if (session?.uid !== uid) return connection.close(closeCodes.sessionEnded, "session_ended");
    connection.sessionExpiresAt = session.expiresAt;
    hub.setAddress(connection, await ctx.reads.address(uid));
  } catch (error) {
    ctx.log.warn({ err: error }, "a connection's session could not be read");
    connection.close(closeCodes.goingAway, "unavailable");
  }
};

/** How a frame ended, for the metrics: a caller's mistake is no failure of ours. */
const outcomeOf = (refusal: ApiError | null): "refused" | "unavailable" | "failed" => {
  if (refusal === null || refusal.code === "internal") return "failed";
  return refusal.code === "unavailable" ? "unavailable" : "refused";
};

/** Closes the sockets whose session has expired or ended. */
const closeEnded = async ({ ports }: Pick<AppContext, "ports">, hub: Hub): Promise<void> => {
  const { connections } = hub;
  for (let from = 0; from < connections.length; from += sessionsAtOnce) {
    const some = connections.slice(from, from + sessionsAtOnce);
    const ended = await ports.callers.endedSessions(some.flatMap(({ caller }) => caller.sessionId ?? []));
    for (const connection of some)
      if (connection.caller.sessionId !== null && ended.has(connection.caller.sessionId))
        connection.close(closeCodes.sessionEnded, "session_ended");
  }
};

/** Refuses the upgrade and destroys the socket: a client that never closes its side would keep it open for ever. */
const refuseUpgrade = (socket: Duplex, status: number, message: string): void => {
  if (socket.destroyed) return;
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${message}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};
