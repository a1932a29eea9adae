import { exactTime } from "../time/clock.ts";
import type { Safety } from "./wallet-safety.ts";

/** How a wallet can be recovered, and what would make it safer. */
export interface WalletMode {
  /** In a few words, for a line. */
  readonly line: string;
  /** Whether access to the mailbox is enough to recover it: shown in another colour. */
  readonly isByMail: boolean;
  /** What could be added; null where nothing is missing. */
  readonly missing: "passkeyAndKit" | "passkey" | "kit" | null;
}

/** Null without a wallet, or if an older server does not report it. @param now by the device's clock, ms since 1970 */
export const walletMode = (safety: Safety, now: number): WalletMode | null => {
  const { recovery, ways = [], kit } = safety;
  if (recovery === undefined) return null;
  const passkeys = ways.filter((way) => way.kind === "passkey" && way.until === null);
  const counting = passkeys.filter(({ from }) => from <= now);
  const own = [...(counting.length > 0 ? [passkeyWords(counting.length)] : []), ...(kit ? ["a kit"] : [])];
  const line = lineOf(recovery, own);
  const waiting = passkeys.find(({ from }) => from > now);
  const missing =
    recovery === "passkey"
      ? null
      : passkeys.length === 0
        ? kit
          ? "passkey"
          : "passkeyAndKit"
        : kit || passkeys.length > 1
          ? null
          : "kit";
  return {
    line: waiting ? `${line}. A new passkey counts from ${exactTime(waiting.from)}` : line,
    isByMail: recovery === "mail_link",
    missing,
  };
};

const passkeyWords = (count: number): string => (count === 1 ? "a passkey" : `${count} passkeys`);

const lineOf = (recovery: "mail_link" | "passkey", own: readonly string[]): string => {
  const all = recovery === "mail_link" ? [...own, "e-mail"] : own;
  const [first = "nothing", ...rest] = all;
  const words = rest.length > 0 ? `${[first, ...rest.slice(0, -1)].join(", ")} or ${rest.at(-1)}` : `${first} only`;
  return `If you lose this device: by ${words}`;
};
