/** A browser's subscription, as it gave it to us. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
}

/** One push. */
export interface PushMessage {
  /** Encrypted for the browser (RFC 8291); far below the 3,993 bytes that every push service takes. */
  readonly payload: string;
  /** For so long the push service keeps it for a browser that is away. */
  readonly ttlSeconds: number;
  readonly urgency: "low" | "normal" | "high";
  /** A later push of the same topic takes the place of one that waits. At most 32 letters of base64url. */
  readonly topic: string;
}

/** What a push service answered. */
export type PushAnswer =
  | { readonly kind: "sent"; readonly status: number }
  /** The browser has ended the subscription (404, 410). */
  | { readonly kind: "gone"; readonly status: number }
  /** Nothing is wrong with the push: the service, or the way to it, has no time for it now. */
  | { readonly kind: "later"; readonly status: number | null; readonly retryAfterSeconds: number | null }
  /** It will never take this one. */
  | { readonly kind: "refused"; readonly status: number };

/** Sends pushes to browsers through their push services (RFC 8030), as the application server of a VAPID key (RFC 8292). */
export interface Push {
  /** Our public key: an uncompressed point of P-256 in base64url. */
  readonly applicationServerKey: string;
  /** Whether a push service is at this URL that we talk to: HTTPS on a public host. */
  isUsable(endpoint: string): boolean;
  send(target: PushTarget, message: PushMessage): Promise<PushAnswer>;
  close(): void;
}
