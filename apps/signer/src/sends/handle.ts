import { verifySignature } from "@tribe/chain/transactions";
import {
  type Address,
  type ApiCall,
  type HandleStatement,
  handleStatementSeconds,
  handleStatementText,
  routes,
  type SignerConfig,
} from "@tribe/contract";
import { quotableText } from "@tribe/domain/people";
import { utf8 } from "../keys/bytes.ts";
import type { ConfirmLine } from "../signing/screen.ts";

/** Somebody's account on another service, attested by the installation's key. */
export type Handle = Pick<HandleStatement, "kind" | "handle">;

/** How much longer than a day a statement may be valid: a device's clock may be behind the server's. */
const clockSlackMilliseconds = 300_000;
/** The name is not worth a longer wait. */
const timeoutMilliseconds = 4_000;

interface HandleQuestion {
  readonly address: Address;
  /** The server's time from its last answer; the device's time is used if it is later. */
  readonly now: number;
}

/** Whether a statement is valid at this time, and not for longer than the installation makes one. @param now ms since 1970 */
export const isCurrent = ({ expiresAt }: { readonly expiresAt: number }, now: number): boolean => {
  const left = expiresAt - Math.max(now, Date.now());
  return left > 0 && left <= handleStatementSeconds * 1_000 + clockSlackMilliseconds;
};

/** The attested handle of this address if the installation's key signed the statement and it is still valid; else null. */
export const readStatement = async (
  statement: HandleStatement,
  { address, now, key }: HandleQuestion & { readonly key: Address },
): Promise<Handle | null> => {
  const { kind, handle, signature } = statement;
  if (statement.address !== address || !isCurrent(statement, now)) return null;
  return (await verifySignature(utf8(handleStatementText(statement)), signature, key)) ? { kind, handle } : null;
};

/** The attested handle of a wallet's owner; null without a valid statement, or without an answer in time. Never rejects. */
export const askHandle = async (
  api: ApiCall,
  { attestationKey: key }: Pick<SignerConfig, "attestationKey">,
  question: HandleQuestion,
): Promise<Handle | null> => {
  if (!key) return null;
  return inTime(
    api(routes.wallet.recipient, { query: { address: question.address } }).then(({ statement }) =>
      statement ? readStatement(statement, { ...question, key }) : null,
    ),
  );
};

/** The answer of a question about a name; null without one, or when it is late. Never rejects. */
export const inTime = async <T>(asked: Promise<T | null>): Promise<T | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMilliseconds);
  });
  try {
    return await Promise.race([asked.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The form that is stored with an address, and compared when the same account has another one: `ann`, `ann on Farcaster`. */
export const rememberedHandle = ({ kind, handle }: Handle): string =>
  kind === "x" ? handle : `${handle} on ${services[kind]}`;

/** The line in a confirmation. @param whose comes before the service's name, such as `Creator` */
export const handleLine = ({ kind, handle }: Handle, whose?: string): ConfirmLine => ({
  label: whose ? `${whose} on ${services[kind]}` : `On ${services[kind]}`,
  value: { quoted: `@${quotableText(handle)}` },
});

const services: Readonly<Record<Handle["kind"], string>> = { x: "X", farcaster: "Farcaster" };
