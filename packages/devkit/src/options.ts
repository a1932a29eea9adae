import type { MoonPayAccount } from "./card/moonpay.ts";

/** What the stand-ins must know of the installation they serve. */
export interface DevkitOptions {
  /** Port of all pages; 0 takes a free one. A taken port fails with `EADDRINUSE`: the caller picks the next. */
  readonly port: number;
  /** Host to listen on. Keep it on loopback: the inbox shows sign-in codes to whoever can reach it. */
  readonly host: string;
  /** Folder of the stand-ins' own state; made when missing. */
  readonly dataDir: string;
  /** Solana JSON-RPC of the chain that the on-ramp delivers SOL on; it must answer `requestAirdrop`. */
  readonly rpcUrl: string;
  /** Public URL of the app: the only origin that X redirects and the on-ramp's return links may go to. */
  readonly appUrl: string;
  /**
   * The app as registered at X. `redirectUris` are the callbacks that X compares character by character;
   * by default the app's own `/api/v1/social/x/callback`.
   */
  readonly x: { readonly clientId: string; readonly clientSecret: string; readonly redirectUris?: readonly string[] };
  /** The app as registered at Google; by default it comes back to the app's own `/auth/google`. */
  readonly google: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly redirectUris?: readonly string[];
  };
  /** The app's account at MoonPay, and where its webhooks go. */
  readonly card: MoonPayAccount & { readonly webhookUrl: string };
  /** The app's account at the mail provider: the `whsec_` secret that signs webhooks, and where those go. Without it none are sent. */
  readonly mail?: { readonly secret: string; readonly webhookUrl: string };
  /** Told of what goes wrong in the background (a webhook that nobody takes, a delivery that failed). */
  readonly onProblem?: (problem: { readonly part: "mail" | "x" | "card"; readonly error: unknown }) => void;
}

/** The running stand-ins and where each provider's base URL points in embedded mode. */
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
  /** Optimism's JSON-RPC, as far as Farcaster's registry of ids goes. */
  readonly optimismUrl: string;
  /** MoonPay's hosted page, which takes signed addresses. */
  readonly cardUrl: string;
  /** deBridge's page for swaps, without the query that a link gives it. */
  readonly bridgeUrl: string;
  /** Origin of the push service: `POST ${pushOrigin}/push/api/subscriptions` makes a browser. */
  readonly pushOrigin: string;
  /** Ends all servers and background work; nothing that was accepted is lost. */
  stop(): Promise<void>;
}
