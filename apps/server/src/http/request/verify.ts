import { createHmac } from "node:crypto";
import {
  ApiError,
  appId,
  canonicalText,
  type Route,
  signingHeaders,
  signingVersion,
  signingWindowSeconds,
} from "@tribe/contract";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../context/context.ts";
import { hashOf, isSame } from "../../crypto/secrets.ts";
import type { Nonce } from "../commit.ts";
import type { Session } from "../implement.ts";

/** The authenticated caller. */
export interface VerifiedCaller {
  readonly session: Session | null;
  readonly deviceId: string | null;
  /** The nonce that a changing call takes in its transaction; null where calls are not signed. */
  readonly nonce: Nonce | null;
}

/** The fields of a route that authentication uses. An upload's methods are not those of the contract's routes. */
interface SignedRoute extends Pick<Route, "caller"> {
  readonly method: string;
}

/**
 * Authenticates the caller as the route requires, before any other work. @param payload what the signature covers beside the
 * headers: by default the body. @throws ApiError of status 401.
 */
export const verifyCaller = async (
  ctx: AppContext,
  route: SignedRoute,
  request: FastifyRequest,
  payload: Uint8Array = payloadOf(request),
): Promise<VerifiedCaller> => {
  switch (route.caller) {
    case "public":
      return { session: null, deviceId: null, nonce: null };
    case "wallet":
      return verifyWalletToken(ctx, request);
    case "device":
    case "session":
      return verifySignature(ctx, route, request, payload);
  }
};

const verifyWalletToken = async (ctx: AppContext, request: FastifyRequest): Promise<VerifiedCaller> => {
  const token = /^Bearer ([A-Za-z0-9_.-]{20,200})$/.exec(request.headers.authorization ?? "")?.[1];
  const owner = token ? await ctx.ports.walletTokens.find(token) : null;
  if (!owner) throw new ApiError("unauthorized");
  return { session: owner, deviceId: owner.deviceId, nonce: null };
};

const verifySignature = async (
  ctx: AppContext,
  route: SignedRoute,
  request: FastifyRequest,
  payload: Uint8Array,
): Promise<VerifiedCaller> => {
  const header = (name: keyof typeof signingHeaders): string => {
    const value = request.headers[signingHeaders[name]];
    return typeof value === "string" ? value : "";
  };
  const accessToken = header("accessToken");
  const deviceId = header("deviceId");
  const sessionId = header("sessionId");
  const timestamp = header("timestamp");
  const nonce = header("nonce");
  const signature = header("signature");
  const isWellFormed =
    header("appId") === appId &&
    isToken(deviceId) &&
    (sessionId === "" || isToken(sessionId)) &&
    /^[0-9]{1,15}$/.test(timestamp) &&
    /^[A-Za-z0-9_-]{22}$/.test(nonce) &&
    signature.startsWith(`${signingVersion}=`);
  if (!isWellFormed) throw new ApiError("unauthorized");
  if (Math.abs(ctx.now() - Number(timestamp)) > signingWindowSeconds * 1000) throw new ApiError("clock_skew");
  if (route.caller === "session" && sessionId === "") throw new ApiError("unauthorized");

  const { secret, session } = await credentialsOf(ctx, { sessionId, deviceId, accessToken });
  const [path = "", query = ""] = splitOnce(request.raw.url ?? "", "?");
  const parts = {
    accessToken,
    timestamp: Number(timestamp),
    nonce,
    method: route.method,
    path,
    query: new URLSearchParams(query),
  };
  const expected = signatureOf(secret, canonicalText(parts, hashOf(payload).toString("hex")));
  if (!isSame(Buffer.from(expected), Buffer.from(signature))) throw new ApiError("signature_invalid");
  return { session, deviceId, nonce: { owner: session ? session.sessionId : `device:${deviceId}`, value: nonce } };
};

const credentialsOf = async (
  ctx: AppContext,
  claim: { sessionId: string; deviceId: string; accessToken: string },
): Promise<{ secret: string; session: Session | null }> => {
  if (claim.sessionId === "") {
    const secret = await ctx.ports.callers.deviceSecret(claim.deviceId);
    if (!secret || claim.accessToken !== "") throw new ApiError("unauthorized");
    return { secret, session: null };
  }
  const known = await ctx.ports.callers.session(claim.sessionId);
  if (!known || known.deviceId !== claim.deviceId || !isSame(known.accessTokenHash, hashOf(claim.accessToken)))
    throw new ApiError("unauthorized");
  const { sessionId, uid, deviceId, generation, secret } = known;
  return { secret, session: { sessionId, uid, deviceId, generation } };
};

/** The body's raw bytes; empty for none. */
export const payloadOf = (request: FastifyRequest): Uint8Array<ArrayBuffer> =>
  Buffer.isBuffer(request.body) ? Uint8Array.from(request.body) : new Uint8Array();

/** The contract's `signRequest` with Node's own hashes: each one of WebCrypto takes a turn of the thread pool. */
const signatureOf = (secret: string, canonical: string): string =>
  `${signingVersion}=${createHmac("sha256", Buffer.from(secret, "base64url")).update(canonical).digest("base64url")}`;

/** Whether a text can be the id of a session or a device; others are not looked up. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{8,64}$/.test(text);

const splitOnce = (text: string, separator: string): [string, string] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
};
