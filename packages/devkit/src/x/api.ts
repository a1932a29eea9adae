import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formOf, queryOf } from "../http/form.ts";
import { sameText } from "../same-text.ts";
import type { XClient } from "./client.ts";
import { answersChallenge, type Grants, tokenLifetimeSeconds } from "./grants.ts";
import type { Persona } from "./personas.ts";
import { drawPicture } from "./picture.ts";

/** X's user fields by its reference; fields without a value are left out of answers, as X does. */
const userFields = new Set(
  `affiliation confirmed_email connection_status created_at description entities id is_identity_verified location
most_recent_tweet_id name parody pinned_tweet_id profile_banner_url profile_image_url protected public_metrics receives_your_dm
subscription subscription_type url username verified verified_followers_count verified_type withheld`.split(/\s+/),
);

const pictureSizes: Record<string, number> = { _mini: 24, _normal: 48, _bigger: 73, _400x400: 400, "": 400 };

/** `POST /2/oauth2/token`, `POST /2/oauth2/revoke`, `GET /2/users/me` and the pictures. Error texts are X's own. */
export const addApiRoutes = (app: FastifyInstance, client: XClient, grants: Grants, origin: () => string): void => {
  app.post("/x/2/oauth2/token", (request, reply) => {
    const form = formOf(request.body);
    if (!isClient(request, client))
      return oauthError(reply, 401, "unauthorized_client", "Missing valid authorization header");
    for (const name of ["grant_type", "code", "redirect_uri", "code_verifier"])
      if (!form.get(name)) return oauthError(reply, 400, "invalid_request", `Missing required parameter [${name}].`);
    if (form.get("grant_type") !== "authorization_code")
      return oauthError(reply, 400, "unsupported_grant_type", "Value passed for the grant type was invalid.");
    const grant = grants.redeemCode(form.get("code") ?? "");
    if (!grant)
      return oauthError(reply, 400, "invalid_request", "Value passed for the authorization code was invalid.");
    if (form.get("redirect_uri") !== grant.redirectUri)
      return oauthError(
        reply,
        400,
        "invalid_request",
        "Value passed for the redirect uri did not match the uri of the authorization code.",
      );
    if (!answersChallenge(form.get("code_verifier") ?? "", grant.challenge))
      return oauthError(
        reply,
        400,
        "invalid_request",
        "Value passed for the code verifier did not match the code challenge.",
      );
    return reply.send({
      token_type: "bearer",
      expires_in: tokenLifetimeSeconds,
      access_token: grants.issueToken(grant),
      scope: grant.scopes.join(" "),
    });
  });

  app.post("/x/2/oauth2/revoke", (request, reply) => {
    if (!isClient(request, client))
      return oauthError(reply, 401, "unauthorized_client", "Missing valid authorization header");
    grants.revokeToken(formOf(request.body).get("token") ?? "");
    return reply.send({ revoked: true });
  });

  app.get("/x/2/users/me", (request, reply) => {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const token = bearer ? grants.findToken(bearer) : null;
    if (!token) return problem(reply, 401, "Unauthorized");
    if (!["users.read", "tweet.read"].every((scope) => token.scopes.includes(scope)))
      return problem(reply, 403, "Forbidden");
    const wanted = queryOf(request.url).get("user.fields")?.split(",") ?? [];
    const unknown = wanted.find((field) => !userFields.has(field));
    if (unknown !== undefined) return unknownField(reply, unknown);
    return reply.send({ data: present(token.persona, wanted, origin()) });
  });

  app.get<{ Params: { file: string } }>("/x/profile_images/:file", (request, reply) => {
    const [, id, suffix] = /^(\d{1,20})(_mini|_normal|_bigger|_400x400|)\.png$/.exec(request.params.file) ?? [];
    const size = pictureSizes[suffix ?? ""];
    if (!id || !size) return reply.code(404).send({ title: "Not Found", status: 404 });
    return reply
      .type("image/png")
      .header("cache-control", "public, max-age=86400")
      .header("cross-origin-resource-policy", "cross-origin")
      .send(drawPicture(id, size));
  });
};

const present = (persona: Persona, wanted: readonly string[], origin: string): Record<string, unknown> => {
  const extra: Record<string, unknown> = {
    profile_image_url: `${origin}/x/profile_images/${persona.id}_normal.png`,
    description: persona.description,
    created_at: "2019-03-14T09:26:53.000Z",
    verified: false,
    protected: false,
  };
  const chosen = Object.entries(extra).filter(([field]) => wanted.includes(field));
  return { id: persona.id, name: persona.name, username: persona.username, ...Object.fromEntries(chosen) };
};

/** A confidential client authenticates by HTTP Basic with its form-encoded id and secret (RFC 6749, 2.3.1). */
const isClient = (request: FastifyRequest, client: XClient): boolean => {
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!basic) return false;
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString("utf8").split(":", 2).map(formDecode);
  const idMatches = sameText(id, client.clientId);
  return sameText(secret, client.clientSecret) && idMatches;
};

const formDecode = (text: string): string => {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
};

const oauthError = (reply: FastifyReply, status: number, error: string, description: string): FastifyReply =>
  reply.code(status).send({ error, error_description: description });

const problem = (reply: FastifyReply, status: number, title: string): FastifyReply =>
  reply.code(status).send({ title, type: "about:blank", status, detail: title });

const unknownField = (reply: FastifyReply, field: string): FastifyReply =>
  reply.code(400).send({
    errors: [
      {
        parameters: { "user.fields": [field] },
        message: `The \`user.fields\` query parameter value [${field}] is not one of [${[...userFields].join(",")}]`,
      },
    ],
    title: "Invalid Request",
    detail: "One or more parameters to your request was invalid.",
    type: "https://api.twitter.com/2/problems/invalid-request",
  });
