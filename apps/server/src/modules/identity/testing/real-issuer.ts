import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { interactionPolicy } from "oidc-provider";

/** Who is signed in at the issuer, and whether they consent; null: they decline. */
type Visitor = { readonly sub: string; readonly email: string } | null;

/** A complete OpenID provider, with the pages that a browser goes through. */
export interface RealIssuer {
  readonly url: string;
  /** Starts it with these clients only. */
  open(clients: readonly RegisteredClient[]): void;
  /** Goes through the issuer's pages as a browser does, and returns the parameters it is sent back with. */
  visit(authorizationUrl: string, visitor: Visitor): Promise<URLSearchParams>;
  stop(): Promise<void>;
}

export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** Starts panva's certified `oidc-provider`; its address is known before it has clients. */
export const startRealIssuer = async (): Promise<RealIssuer> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" };
  const emails = new Map<string, string>();
  let present: Visitor = null;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

  const open = (clients: readonly RegisteredClient[]): void => {
    const policy = interactionPolicy.base();
    // Our client asks for the choice of an account, for which only some issuers have a page.
    policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
    const provider = new Provider(url, {
      clients: clients.map(({ clientId, clientSecret, redirectUri }) => ({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
      })),
      jwks: { keys: [signingKey] },
      // Set so that it does not warn; each test uses less time.
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      pkce: { required: () => true },
      claims: { openid: ["sub"], email: ["email", "email_verified"] },
      // As Google does: the ID token contains the address.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ["signs the cookies of a test"] },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email: emails.get(sub) ?? "", email_verified: true }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const { client, session } = oidc;
        if (!client || !session?.accountId) return undefined;
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope("openid email");
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    server.on("request", (request, response) => {
      if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
      const result = present
        ? { select_account: {}, login: { accountId: present.sub } }
        : { error: "access_denied", error_description: "declined" };
      void provider.interactionFinished(request, response, result);
    });
  };

  return {
    url,
    open,
    visit: async (authorizationUrl, visitor) => {
      present = visitor;
      if (visitor) emails.set(visitor.sub, visitor.email);
      const cookies = new Map<string, string>();
      let at = authorizationUrl;
      while (at.startsWith(url)) {
        const response = await fetch(at, {
          redirect: "manual",
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/s);
          cookies.set(name, value);
        }
        const next = response.headers.get("location");
        if (!next) throw new Error(`the issuer leads nowhere: ${response.status} ${await response.text()}`);
        at = new URL(next, at).href;
      }
      return new URL(at).searchParams;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
