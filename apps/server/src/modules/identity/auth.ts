import { ApiError, mailCode } from "@tribe/contract";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { emailOTP } from "better-auth/plugins/email-otp";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { quietAfterwards } from "./quiet-afterwards.ts";
import { authAccounts, authSessions, authUsers, authVerifications } from "./schema.ts";

/** Proves addresses by mailed codes. */
export interface CodeSignIn {
  /** Makes a fresh code, which is to be mailed; older ones end. */
  create(email: string): Promise<string>;
  /** Takes the code and gives the account's id, made at the first time. @throws ApiError `mail_code_*` */
  verify(email: string, code: string): Promise<{ id: string; email: string }>;
}

/**
 * better-auth behind our own routes: its HTTP handler is not mounted, and the session it makes is ended at once, since
 * ours carries the secret of the request signature. `db` must be a pool of its own: these queries run outside the
 * command's transaction, so that a wrong code is counted although the command fails.
 */
export const createCodeSignIn = (options: { db: Database; keys: Keys; appUrl: string }): CodeSignIn => {
  const { db, keys } = options;
  const hash = async (code: string): Promise<string> => keys.mac("code", `sign-in:${code}`);
  const auth = betterAuth({
    baseURL: options.appUrl,
    secret: keys.mac("token", "better-auth"),
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: authUsers, session: authSessions, account: authAccounts, verification: authVerifications },
    }),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    plugins: [
      emailOTP({
        otpLength: mailCode.digits,
        expiresIn: mailCode.lifetimeSeconds,
        allowedAttempts: mailCode.attempts,
        storeOTP: { hash },
        // Never called: a code goes out with the command that asked for it.
        sendVerificationOTP: async () => undefined,
      }),
    ],
  });
  const apart = quietAfterwards();
  return {
    create: async (email) => {
      await db.delete(authVerifications).where(eq(authVerifications.identifier, identifierOf(email)));
      return apart(() => auth.api.createVerificationOTP({ body: { email, type: "sign-in" } }));
    },
    verify: async (email, code) => {
      const [pending] = await db
        .select({ expiresAt: authVerifications.expiresAt })
        .from(authVerifications)
        .where(eq(authVerifications.identifier, identifierOf(email)));
      // A used code and one that was never sent look the same: there is nothing to compare with.
      if (!pending) throw new ApiError("mail_code_expired");
      try {
        const { token, user } = await apart(() => auth.api.signInEmailOTP({ body: { email, otp: code } }));
        await db.delete(authSessions).where(eq(authSessions.token, token));
        return { id: user.id, email: user.email };
      } catch (error) {
        throw toApiError(error);
      }
    },
  };
};

const identifierOf = (email: string): string => `sign-in-otp-${email}`;

const toApiError = (error: unknown): unknown => {
  if (!(error instanceof APIError)) return error;
  switch (error.body?.code) {
    case "OTP_EXPIRED":
      return new ApiError("mail_code_expired");
    case "INVALID_OTP":
      return new ApiError("mail_code_wrong");
    case "TOO_MANY_ATTEMPTS":
      return new ApiError("mail_code_attempts");
    default:
      return error;
  }
};
