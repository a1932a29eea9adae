import type { SocialAccount } from "@tribe/contract";
import { visibleName } from "@tribe/domain/people";
import * as z from "zod/mini";
import { findBadText } from "../../net/plain-text.ts";
import type { XConfig } from "../../settings/config.ts";

const timeoutMs = 10_000;
const scopes = "users.read tweet.read";

/** The account as X describes it; nothing of it comes from the person. */
export interface XAccount {
  readonly account: SocialAccount;
  /** The largest of X's picture sizes; null for none. */
  readonly pictureUrl: string | null;
}

/** The address at which the person consents, with state and PKCE challenge (S256). */
export const authorizationUrl = (
  config: XConfig,
  request: { redirectUri: string; state: string; challenge: string },
): string => {
  const url = new URL(config.authorizeUrl);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: config.clientId,
    redirect_uri: request.redirectUri,
    scope: scopes,
    state: request.state,
    code_challenge: request.challenge,
    code_challenge_method: "S256",
  }).toString();
  return url.href;
};

const tokenSchema = z.object({ access_token: z.string() });
const meSchema = z.object({
  data: z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    name: z.string().check(z.maxLength(200)),
    username: z.string().check(z.minLength(1), z.maxLength(64)),
    profile_image_url: z.optional(z.string().check(z.maxLength(1_000))),
  }),
});

/** Exchanges the code for the account's description, and revokes the token at once. @throws Error when X refuses */
export const readAccount = async (
  config: XConfig,
  grant: { code: string; verifier: string; redirectUri: string },
): Promise<XAccount> => {
  const token = tokenSchema.parse(
    await ask(`${config.apiUrl}/2/oauth2/token`, {
      method: "POST",
      headers: { authorization: basic(config) },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: grant.code,
        redirect_uri: grant.redirectUri,
        code_verifier: grant.verifier,
      }),
    }),
  ).access_token;
  const { data } = meSchema.parse(
    await ask(`${config.apiUrl}/2/users/me?user.fields=profile_image_url`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  // Nothing more is needed of the account, and a token that is not kept can't be stolen.
  await ask(`${config.apiUrl}/2/oauth2/revoke`, {
    method: "POST",
    headers: { authorization: basic(config) },
    body: new URLSearchParams({ token, token_type_hint: "access_token" }),
  }).catch(() => undefined);
  return {
    account: { id: data.id, handle: data.username, name: visibleName(data.name) || data.username },
    pictureUrl: data.profile_image_url?.replace(/_normal(?=\.\w+$)/, "_400x400") ?? null,
  };
};

const ask = async (url: string, init: RequestInit): Promise<unknown> => {
  const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  const { pathname } = new URL(url);
  if (!response.ok) throw new Error(`X answered ${response.status} to ${pathname}`);
  const answer: unknown = await response.json();
  if (findBadText(answer)) throw new Error(`X answered ${pathname} with text that can't be stored`);
  return answer;
};

/** RFC 6749 2.3.1: both halves are form-encoded before they are joined. */
const basic = ({ clientId, clientSecret }: XConfig): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString("base64")}`;
