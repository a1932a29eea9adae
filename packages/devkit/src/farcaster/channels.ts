import { randomUUID } from "node:crypto";
import type { FarcasterPersona } from "./personas.ts";

/** The content that an app asks a person to sign. */
export interface ChannelRequest {
  readonly siweUri: string;
  readonly domain: string;
  readonly nonce: string;
  /** ISO 8601. */
  readonly expirationTime: string | undefined;
}

/** The result of a request. */
export interface Approval {
  readonly persona: FarcasterPersona;
  readonly custody: string;
  readonly message: string;
  readonly signature: string;
}

interface Channel {
  readonly request: ChannelRequest;
  readonly expiresAt: number;
  approval: Approval | null;
}

/** One hour, as at the relay. */
const lifetimeMs = 3_600_000;

/** The relay's channels, and the custody of accounts, in memory. */
export class Channels {
  readonly #channels = new Map<string, Channel>();
  /** Custody by lower-case address; an account is in the registry after its first approval. */
  readonly custody = new Map<string, number>();

  open(request: ChannelRequest): string {
    const now = Date.now();
    for (const [token, { expiresAt }] of this.#channels) if (expiresAt <= now) this.#channels.delete(token);
    const token = randomUUID();
    this.#channels.set(token, { request, expiresAt: now + lifetimeMs, approval: null });
    return token;
  }

  find(token: string): Channel | null {
    const channel = this.#channels.get(token);
    return channel && channel.expiresAt > Date.now() ? channel : null;
  }

  approve(token: string, approval: Approval): void {
    const channel = this.find(token);
    if (channel) channel.approval = approval;
    this.custody.set(approval.custody.toLowerCase(), approval.persona.fid);
  }
}
