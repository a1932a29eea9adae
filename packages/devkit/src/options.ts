import type { MoonPayAccount } from "./card/moonpay.ts";

/** The stand-ins' settings for an installation. */
export interface DevkitOptions {
  /** Port of all pages; 0 takes a free one. A used port fails with `EADDRINUSE`: the caller picks the next. */
  readonly port: number;
  /** Host to listen on. Keep it on loopback: the inbox shows sign-in codes to everybody who can reach it. */
  readonly host: string;
  /** Folder of the stand-ins' own state; created if missing. */
  readonly dataDir: string;
  /** Solana JSON-RPC of the chain on which the on-ramp delivers SOL; it must support `requestAirdrop`. */
  readonly rpcUrl: string;
  /** Public URL of the app: the only origin to which X redirects and the on-ramp's return links may lead. */
  readonly appUrl: string;
  /**
   * The app's registration at X. `redirectUris` are the callbacks, which X compares exactly; by default the app's own
   * `/api/v1/social/x/callback`.
   */
  readonly x: { readonly clientId: string; readonly clientSecret: string; readonly redirectUris?: readonly string[] };
  /** The app's registration at Google; by default its redirect is the app's own `/auth/google`. */
  readonly google: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly redirectUris?: readonly string[];
  };
  /** The app's account at MoonPay, and the URL of its webhooks. */
  readonly card: MoonPayAccount & { readonly webhookUrl: string };
  /**
   * The app's account at the mail provider: the `whsec_` secret that signs webhooks, and their URL. Without it none are sent.
   */
  readonly mail?: { readonly secret: string; readonly webhookUrl: string };
  /** Called for background failures (an undeliverable webhook, a failed delivery). */
  readonly onProblem?: (problem: { readonly part: "mail" | "x" | "card"; readonly error: unknown }) => void;
}

/** The running stand-ins, and the base URL of each provider in embedded mode. */
export interface Devkit {
  /** `http://localhost:<port>` */
  readonly origin: string;
  /** SMTP on 127.0.0.1, without TLS and authentication. */
  readonly smtpPort: number;
  /** The inbox page; `${mailUrl}/api/messages?to=` answers tools. */
  readonly mailUrl: string;
  /**
   * Base of the X stand-in, both of `x.com` (`/i/oauth2/authorize`) and of `api.x.com`
   * (`/2/oauth2/token`, `/2/users/me`).
   */
  readonly xUrl: string;
  /** The Google stand-in as an OpenID issuer: discovery is below it. */
  readonly googleUrl: string;
  /** The relay of Sign In With Farcaster: `POST ${farcasterUrl}/v1/channel`. */
  readonly farcasterUrl: string;
  /** Optimism's JSON-RPC, as far as Farcaster's registry of ids uses it. */
  readonly optimismUrl: string;
  /** MoonPay's hosted page, for signed URLs. */
  readonly cardUrl: string;
  /** deBridge's page for swaps, without a link's query. */
  readonly bridgeUrl: string;
  /** Origin of the push service: `POST ${pushOrigin}/push/api/subscriptions` creates a browser. */
  readonly pushOrigin: string;
  /** Base of Coinbase's public rates: `GET ${ratesUrl}/v2/exchange-rates?currency=SOL`. */
  readonly ratesUrl: string;
  /** Stops all servers and background work; nothing that was accepted is lost. */
  stop(): Promise<void>;
}
