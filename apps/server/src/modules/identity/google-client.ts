import { ApiError, emailSchema, googleReturnPath } from "@tribe/contract";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import * as z from "zod/mini";
import type { Config, GoogleConfig } from "../../settings/config.ts";

const timeoutSeconds = 10;

/** A Google account from a verified ID token. */
export interface GoogleAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /**
   * Whether Google itself manages the address: Gmail, or a Workspace domain. For any other address Google only says that the
   * account's owner could once read it (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
   */
  readonly isMailbox: boolean;
}

/** The secrets of one sign-in, from its start to its end. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** PKCE, RFC 7636. */
  readonly verifier: string;
}

/** The parameters with which Google sent the browser back. */
interface Returned {
  readonly code: string;
  readonly iss: string | undefined;
}

const claimsSchema = z.object({
  iss: z.string(),
  // At most 255 ASCII characters (OpenID Connect Core, 2).
  sub: z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  hd: z.optional(z.string()),
});

/** Sign-in by OpenID Connect: a code with PKCE, state and nonce; with Google, or another issuer from the settings. */
export interface GoogleClient {
  /** @throws ApiError `unavailable` when the issuer can't be reached. */
  authorizationUrl(config: GoogleConfig, request: AuthorizationRequest): Promise<string>;
  /**
   * Exchanges the code for an ID token and verifies it: signature by the issuer's keys (RS256), issuer, audience, times, nonce.
   * @throws ApiError `google_denied` (its cause says why), `google_unverified`, `unavailable`
   */
  readAccount(
    config: GoogleConfig,
    redirectUri: string,
    secrets: SignInSecrets,
    returned: Returned,
  ): Promise<GoogleAccount>;
}

interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly challenge: string;
}

/**
 * The settings of Google's sign-in, and the page to which it sends browsers back. @throws ApiError `unavailable` when they are
 * not set
 */
export const requireGoogle = ({ google, appUrl }: Pick<Config, "google" | "appUrl">) => {
  if (!google) throw new ApiError("unavailable");
  return { google, redirectUri: `${appUrl}${googleReturnPath}` };
};

/** Caches the issuer's metadata while it is fresh; after a failure the next call tries again. */
export const createGoogleClient = (): GoogleClient => {
  let found: Promise<Configuration> | null = null;
  const configurationOf = (config: GoogleConfig): Promise<Configuration> => {
    found ??= discover(config).catch((cause: unknown) => {
      found = null;
      throw new ApiError("unavailable", { cause });
    });
    return found;
  };
  return {
    authorizationUrl: async (config, { redirectUri, state, nonce, challenge }) =>
      buildAuthorizationUrl(await configurationOf(config), {
        redirect_uri: redirectUri,
        scope: "openid email",
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
        // Asks people with several accounts to choose one.
        prompt: "select_account",
      }).href,
    readAccount: async (config, redirectUri, { state, nonce, verifier }, { code, iss }) => {
      const configuration = await configurationOf(config);
      const returnedTo = new URL(redirectUri);
      returnedTo.search = new URLSearchParams({ state, code, ...(iss === undefined ? {} : { iss }) }).toString();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const claims = await authorizationCodeGrant(configuration, returnedTo, checks).then(
        (tokens) => claimsSchema.safeParse(tokens.claims()),
        (cause: unknown) => {
          throw new ApiError("google_denied", { cause });
        },
      );
      if (!claims.success) throw new ApiError("google_denied", { cause: claims.error });
      return accountOf(claims.data);
    },
  };
};

const discover = async ({ issuer, clientId, clientSecret }: GoogleConfig): Promise<Configuration> => {
  const metadata = { client_secret: clientSecret, id_token_signed_response_alg: "RS256" };
  const configuration = await discovery(new URL(issuer), clientId, metadata, undefined, {
    timeout: timeoutSeconds,
    // The stand-in on this machine; the settings allow no other issuer without TLS.
    execute: issuer.startsWith("http:") ? [allowInsecureRequests] : [],
  });
  // Without this, the client would trust a token that comes directly from the issuer without checking its signature.
  enableNonRepudiationChecks(configuration);
  return configuration;
};

const accountOf = (claims: z.output<typeof claimsSchema>): GoogleAccount => {
  const email = z.safeParse(emailSchema, claims.email);
  if (!email.success || claims.email_verified !== true) throw new ApiError("google_unverified");
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.data,
    isMailbox: email.data.endsWith("@gmail.com") || Boolean(claims.hd),
  };
};
