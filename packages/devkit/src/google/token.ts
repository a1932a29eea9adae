import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { formOf } from "../http/form.ts";
import { sameText } from "../same-text.ts";
import { answersChallenge } from "../x/grants.ts";
import type { GoogleGrant, GoogleGrants } from "./authorize.ts";
import type { GoogleClient } from "./client.ts";

const algorithm = "RS256";
const tokenLifetimeSeconds = 3_600;

interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly published: JWK;
}

const makeKey = async (): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  const kid = randomBytes(8).toString("hex");
  return { privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" } };
};

/** Discovery, keys and tokens, as Google answers them; `issuer` is the base of all its URLs. */
export const addGoogleTokenRoutes = (
  app: FastifyInstance,
  { client, grants, issuer }: { client: GoogleClient; grants: GoogleGrants; issuer: () => string },
): void => {
  // Created when first needed: it takes a moment, and many starts never need it.
  let key: Promise<SigningKey> | null = null;
  const signingKey = (): Promise<SigningKey> => {
    key ??= makeKey();
    return key;
  };

  app.get("/google/.well-known/openid-configuration", (_request, reply) =>
    reply.send({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/o/oauth2/v2/auth`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/oauth2/v3/certs`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [algorithm],
      scopes_supported: ["openid", "email"],
      token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
      claims_supported: ["aud", "email", "email_verified", "exp", "hd", "iat", "iss", "nonce", "sub"],
      code_challenge_methods_supported: ["S256"],
      grant_types_supported: ["authorization_code"],
    }),
  );

  app.get("/google/oauth2/v3/certs", async (_request, reply) => reply.send({ keys: [(await signingKey()).published] }));

  app.post("/google/token", async (request, reply) => {
    const form = formOf(request.body);
    if (!isClient(request, form, client))
      return refuse(reply, 401, "invalid_client", "The OAuth client was not found.");
    if (form.get("grant_type") !== "authorization_code")
      return refuse(reply, 400, "unsupported_grant_type", `Invalid grant_type: ${form.get("grant_type")}`);
    const grant = grants.redeemCode(form.get("code") ?? "");
    if (!grant) return refuse(reply, 400, "invalid_grant", "Malformed auth code.");
    if (form.get("redirect_uri") !== grant.redirectUri)
      return refuse(reply, 400, "redirect_uri_mismatch", "Bad Request");
    if (!answersChallenge(form.get("code_verifier") ?? "", grant.challenge))
      return refuse(reply, 400, "invalid_grant", "Invalid code verifier.");
    const accessToken = `ya29.${randomBytes(48).toString("base64url")}`;
    return reply.send({
      access_token: accessToken,
      expires_in: tokenLifetimeSeconds,
      scope: "openid email",
      token_type: "Bearer",
      id_token: await idToken(await signingKey(), grant, { issuer: issuer(), audience: client.clientId, accessToken }),
    });
  });
};

const idToken = (
  { privateKey, published }: SigningKey,
  { persona, nonce }: GoogleGrant,
  { issuer, audience, accessToken }: { issuer: string; audience: string; accessToken: string },
): Promise<string> => {
  const { sub, email, isVerified, hd } = persona;
  // OpenID Connect Core, 3.1.3.6: the left half of the token's hash.
  const atHash = createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url");
  const claims = { azp: audience, sub, email, email_verified: isVerified, at_hash: atHash };
  return new SignJWT({ ...claims, ...(nonce ? { nonce } : {}), ...(hd ? { hd } : {}) })
    .setProtectedHeader({ alg: algorithm, kid: published.kid ?? "", typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${tokenLifetimeSeconds} s`)
    .sign(privateKey);
};

/** A confidential client authenticates in the form or by HTTP Basic (RFC 6749, 2.3.1). */
const isClient = (request: FastifyRequest, form: URLSearchParams, client: GoogleClient): boolean => {
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const [id = "", secret = ""] = basic
    ? // Each half is form-encoded separately.
      Buffer.from(basic, "base64")
        .toString()
        .split(":", 2)
        .map((half) => new URLSearchParams(`v=${half}`).get("v") ?? "")
    : [form.get("client_id") ?? "", form.get("client_secret") ?? ""];
  const idMatches = sameText(id, client.clientId);
  return sameText(secret, client.clientSecret) && idMatches;
};

const refuse = (reply: FastifyReply, status: number, error: string, description: string): FastifyReply =>
  reply.code(status).send({ error, error_description: description });
