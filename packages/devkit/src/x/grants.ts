import { createHash, randomBytes } from "node:crypto";
import { sameText } from "../same-text.ts";
import type { Persona } from "./personas.ts";

/** A consent whose code was not exchanged for a token yet. */
export interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly string[];
  readonly persona: Persona;
}

interface Token {
  readonly scopes: readonly string[];
  readonly persona: Persona;
  readonly expiresAt: number;
}

/** Lifetimes by X's documentation: codes 30 s, access tokens two hours. */
export const codeLifetimeMs = 30_000;
export const tokenLifetimeSeconds = 7_200;

/** Codes and tokens of the X stand-in, in memory: a restart asks people to connect again. */
export class Grants {
  readonly #codes = new Map<string, Grant & { expiresAt: number }>();
  readonly #tokens = new Map<string, Token>();
  readonly #now: () => number;

  /** @param now milliseconds since 1970; tests change it. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issueCode(grant: Grant): string {
    this.#sweep();
    const code = randomBytes(48).toString("base64url");
    this.#codes.set(code, { ...grant, expiresAt: this.#now() + codeLifetimeMs });
    return code;
  }

  /** Redeems a code: it works only once, even if the exchange fails. */
  redeemCode(code: string): Grant | null {
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    return grant && grant.expiresAt > this.#now() ? grant : null;
  }

  issueToken(grant: Grant): string {
    const token = randomBytes(48).toString("base64url");
    const expiresAt = this.#now() + tokenLifetimeSeconds * 1_000;
    this.#tokens.set(token, { scopes: grant.scopes, persona: grant.persona, expiresAt });
    return token;
  }

  findToken(token: string): Token | null {
    const found = this.#tokens.get(token);
    return found && found.expiresAt > this.#now() ? found : null;
  }

  revokeToken(token: string): void {
    this.#tokens.delete(token);
  }

  #sweep(): void {
    const now = this.#now();
    for (const [code, { expiresAt }] of this.#codes) if (expiresAt <= now) this.#codes.delete(code);
    for (const [token, { expiresAt }] of this.#tokens) if (expiresAt <= now) this.#tokens.delete(token);
  }
}

/** PKCE, method S256 (RFC 7636): the challenge is the verifier's hash. */
export const answersChallenge = (verifier: string, challenge: string): boolean =>
  /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier) &&
  sameText(createHash("sha256").update(verifier).digest("base64url"), challenge);
