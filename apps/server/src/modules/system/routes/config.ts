import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";

/** Public settings of this installation. */
export const config = query(routes.system.config, async ({ ctx }) => ({
  appUrl: ctx.config.appUrl,
  signerUrl: ctx.config.signerUrl,
  realtimeUrl: `${ctx.config.appUrl.replace(/^http/, "ws")}/ws`,
  uploadUrl: ctx.config.uploadUrl,
  shareUrl: ctx.config.shareUrl,
  rpcUrl: ctx.config.rpcPublicUrl,
  rpcWebSocketUrl: ctx.config.rpcPublicWebSocketUrl,
  cluster: ctx.config.cluster,
  explorerUrl: ctx.config.explorerUrl,
  swap: ctx.config.swap,
  hasCompression: ctx.config.hasCompression,
  hasBridge: ctx.config.bridgeUrl !== null,
  hasRates: ctx.config.rates !== null,
  programAddress: ctx.chain.programAddress,
  adminAddress: ctx.coSigner.address,
  ...(await ctx.ports.pause.read(ctx.db)),
  signInMethods: [...ctx.config.signInMethods],
  localMode: ctx.config.localMode,
}));
