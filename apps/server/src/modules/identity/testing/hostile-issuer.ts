import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** An OpenID issuer that implements PKCE and signs whatever a test wants. */
export interface HostileIssuer {
  readonly url: string;
  /** Who is signed in there, and how its next ID token deviates. */
  next: {
    claims: JWTPayload;
    /** Claims that are left out. */
    without: readonly string[];
    alg: "RS256" | "HS256" | "none" | "RS384";
    isStrangersKey: boolean;
    isTampered: boolean;
    isDown: boolean;
  };
  /** Answers as the consent page does, with the code that the browser brings back. */
  consent(authorizationUrl: string): { readonly state: string; readonly code: string };
  stop(): Promise<void>;
}

export const client = { clientId: "tribe", clientSecret: "a secret+with/signs" };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const readForm = async (request: AsyncIterable<Buffer>): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

export const startHostileIssuer = async (): Promise<HostileIssuer> => {
  const [own, strange] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const published = { ...(await exportJWK(own.publicKey)), kid: "one", use: "sig" };
  const codes = new Map<string, { challenge: string; nonce: string; redirectUri: string }>();

  const idToken = async (nonce: string): Promise<string> => {
    const { claims, without, alg, isStrangersKey, isTampered } = issuer.next;
    const now = Math.floor(Date.now() / 1_000);
    const all = { iss: issuer.url, aud: client.clientId, iat: now, exp: now + 3_600, nonce, ...claims };
    const said = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
    if (alg === "none") return `${encode({ alg })}.${encode(said)}.`;
    // The classic algorithm confusion: a public key used as an HMAC secret.
    const key = alg === "HS256" ? Buffer.from(client.clientSecret) : (isStrangersKey ? strange : own).privateKey;
    const signed =
      alg === "RS384"
        ? `${encode({ alg, kid: "one" })}.${encode(said)}.${Buffer.alloc(256).toString("base64url")}`
        : await new SignJWT(said).setProtectedHeader({ alg, kid: "one" }).sign(key);
    const [head, , signature] = signed.split(".");
    return isTampered ? `${head}.${encode({ ...said, sub: "somebody else" })}.${signature}` : signed;
  };

  const server = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (issuer.next.isDown) return json(503, {});
    const path = request.url?.split("?")[0];
    if (path === "/.well-known/openid-configuration")
      return json(200, {
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256", "RS384", "HS256", "none"],
      });
    if (path === "/keys") return json(200, { keys: [published] });
    if (path !== "/token") return json(404, {});
    const form = await readForm(request);
    const grant = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get("redirect_uri") &&
      form.get("client_id") === client.clientId &&
      form.get("client_secret") === client.clientSecret;
    if (!isRight) return json(400, { error: "invalid_grant" });
    return json(200, { access_token: "a", token_type: "Bearer", expires_in: 60, id_token: await idToken(grant.nonce) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();

  const issuer: HostileIssuer = {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    next: { claims: {}, without: [], alg: "RS256", isStrangersKey: false, isTampered: false, isDown: false },
    consent: (authorizationUrl) => {
      const asked = new URL(authorizationUrl).searchParams;
      const value = (name: string): string => asked.get(name) ?? "";
      const code = randomUUID();
      codes.set(code, {
        challenge: value("code_challenge"),
        nonce: value("nonce"),
        redirectUri: value("redirect_uri"),
      });
      return { state: value("state"), code };
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return issuer;
};
