import { ApiError, routes } from "@tribe/contract";
import { implement, type RouteImplementation } from "../../http/implement.ts";
import { issueRealtimeToken } from "./realtime-tokens.ts";

/** Settings of this installation, WebSocket tokens and the page's log. */
export const systemImplementations: readonly RouteImplementation[] = [
  implement(routes.system.config, async ({ ctx }) => ({
    appUrl: ctx.config.appUrl,
    signerUrl: ctx.config.signerUrl,
    realtimeUrl: `${ctx.config.appUrl.replace(/^http/, "ws")}/ws`,
    rpcUrl: ctx.config.rpcPublicUrl,
    rpcWebSocketUrl: ctx.config.rpcPublicWebSocketUrl,
    cluster: ctx.config.cluster,
    explorerUrl: ctx.config.explorerUrl,
    swap: ctx.config.swap,
    programAddress: ctx.chain.programAddress,
    adminAddress: ctx.keys.admin.address,
    ...(await ctx.ports.pause.read(ctx.db)),
    signInMethods: [...ctx.config.signInMethods],
    localMode: ctx.config.localMode,
  })),

  implement(routes.system.realtimeToken, async ({ ctx, tx, deviceId, session }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    const caller = { deviceId, sessionId: session?.sessionId ?? null, uid: session?.uid ?? null };
    return { token: await issueRealtimeToken(tx, ctx.keys, caller) };
  }),

  implement(routes.system.log, async ({ ctx, body, session, deviceId }) => {
    ctx.log[body.level]({ page: { ...body, uid: session?.uid, deviceId } }, "the page says");
    return {};
  }),
];
