import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../settings/environment.ts";

/** The running stand-ins for mail, X, Google, card funding and the bridge. */
export interface StandIns {
  readonly smtpPort: number;
  readonly mailUrl: string;
  readonly xUrl: string;
  readonly googleUrl: string;
  readonly farcasterUrl: string;
  readonly optimismUrl: string;
  readonly cardUrl: string;
  /** The bridge's page for swaps. */
  readonly bridgeUrl: string;
  /** Origin of the push service's stand-in. */
  readonly pushOrigin: string;
  /** Base of the stand-in for Coinbase's rates. */
  readonly ratesUrl: string;
  stop(): Promise<void>;
}

/**
 * What local mode adds to the product. Only `main.ts` knows its package, and only local mode loads it: in production it is
 * not even installed.
 */
export interface LocalKit {
  startDevkit(options: {
    port: number;
    host: string;
    dataDir: string;
    rpcUrl: string;
    appUrl: string;
    x: { clientId: string; clientSecret: string };
    google: { clientId: string; clientSecret: string };
    card: { publishableKey: string; secretKey: string; webhookKey: string; webhookUrl: string };
    mail: { secret: string; webhookUrl: string };
    onProblem: (problem: { part: string; error: unknown }) => void;
  }): Promise<StandIns>;
  /** Whether this folder's world must still be created, or completed. */
  needsWorld(folder: string): Promise<boolean>;
  startWorld(
    options: { appUrl: string; rpcUrl: string; folder: string },
    onProblem: (error: unknown) => void,
  ): { stop(): Promise<void> };
  readonly worldAgeSeconds: number;
}

/** The app's id at the stand-ins of X and Google. */
export const standInClientId = "tribe-local";

/** The app's key at the stand-in of MoonPay. */
export const standInCardKey = "pk_test_tribe-local";

/** Whether any outside provider is not configured, so that the stand-ins are needed. */
export const needsStandIns = (environment: Environment): boolean =>
  environment.TRIBE_MODE === "local" &&
  (!environment.SMTP_URL || !environment.X_CLIENT_ID || !environment.MOONPAY_PUBLISHABLE_KEY);

/**
 * The world's folder if the world must be created or completed. It is only possible on a new ledger, and only where its
 * people can sign up by themselves: with every stand-in.
 */
export const wantedWorld = async (kit: LocalKit, environment: Environment, dataDir: string): Promise<string | null> => {
  const { TRIBE_MODE, RPC_URL, SMTP_URL, X_CLIENT_ID } = environment;
  if (TRIBE_MODE !== "local" || RPC_URL || SMTP_URL || X_CLIENT_ID) return null;
  const folder = join(dataDir, "world");
  if (existsSync(join(dataDir, "ledger")) && !existsSync(folder)) return null;
  return (await kit.needsWorld(folder)) ? folder : null;
};
