/** A browser's subscription, as the browser sent it. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
}

/** One push. */
export interface PushMessage {
  /** Encrypted for the browser (RFC 8291); far below the 3,993 bytes that every push service takes. */
  readonly payload: string;
  /** How long the push service keeps it for a browser that is offline. */
  readonly ttlSeconds: number;
  readonly urgency: "low" | "normal" | "high";
  /** A later push with the same topic replaces one that is still waiting. At most 32 characters of base64url. */
  readonly topic: string;
}

/** A push service's answer. */
export type PushAnswer =
  | { readonly kind: "sent"; readonly status: number }
  /** The subscription has ended (404, 410). */
  | { readonly kind: "gone"; readonly status: number }
  /** The push is valid, but the service or the network cannot deliver it now. */
  | { readonly kind: "later"; readonly status: number | null; readonly retryAfterSeconds: number | null }
  /** The service will never accept this one. */
  | { readonly kind: "refused"; readonly status: number };

/** Sends pushes to browsers through their push services (RFC 8030), as the application server with a VAPID key (RFC 8292). */
export interface Push {
  /** Our public key: an uncompressed P-256 point in base64url. */
  readonly applicationServerKey: string;
  /** Whether we send to a push service at this URL: HTTPS on a public host. */
  isUsable(endpoint: string): boolean;
  send(target: PushTarget, message: PushMessage): Promise<PushAnswer>;
  close(): void;
}
