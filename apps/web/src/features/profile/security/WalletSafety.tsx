import { useQuery } from "@tanstack/react-query";
import { questionText } from "@tribe/domain/words";
import { ShieldAlert } from "@tribe/ui/icons";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { exactTime } from "../../../shared/time/clock.ts";
import { serverNow } from "../../../shared/time/server-time.ts";
import { walletMode } from "../../../shared/wallet/wallet-mode.ts";
import { walletSafetyQuery } from "../../../shared/wallet/wallet-safety.ts";
import { OwnPageLink } from "./OwnPageLink.tsx";
import { SecurityFact } from "./SecurityFact.tsx";
import { WalletWaits } from "./WalletWaits.tsx";

const askAgainMs = 5_000;

/** How the wallet can be recovered and what the person needs for that. States only what is true of this wallet now. */
export const WalletSafety = () => {
  const user = useLocalUser();
  const { data: safety } = useQuery({
    ...walletSafetyQuery,
    enabled: user?.address !== null,
    // A person with two devices looks here for a request that the other device has just made.
    refetchInterval: askAgainMs,
  });
  const mode = safety ? walletMode(safety, serverNow()) : null;
  if (!user?.address) return null;
  return (
    <section aria-labelledby="wallet-safety" className="flex flex-col gap-2">
      <h2 id="wallet-safety" className="font-display text-lg font-semibold">
        Your wallet
      </h2>
      {safety?.hasQuestion ? (
        <p
          role="status"
          className="flex gap-3 rounded-card border border-down bg-down-soft p-3 text-sm font-medium text-pretty"
        >
          <ShieldAlert aria-hidden size={20} className="shrink-0 text-down" />
          {questionText}
        </p>
      ) : null}
      <WalletWaits />
      {/* Its height is reserved, so that the link below does not move under a press. */}
      <p className="min-h-5 text-sm">{mode ? <b>{mode.line}.</b> : null}</p>
      {safety?.move?.isFinished === false ? (
        <p role="status" className="rounded-card border border-line-strong p-3 text-sm text-pretty wrap-anywhere">
          You have a new wallet since {exactTime(safety.move.at)}. What is still at the old one, {safety.move.from}, is
          moved on your wallet's own page, in a browser that has the new one.
        </p>
      ) : safety?.move?.keptUntil !== undefined && Date.now() < safety.move.keptUntil ? (
        <p className="rounded-card border border-line-strong p-3 text-sm text-pretty wrap-anywhere">
          Your old wallet, {safety.move.from}: its key is kept until {exactTime(safety.move.keptUntil)}. If something
          comes there, move it on your wallet's own page.
        </p>
      ) : null}
      <div className="mt-2">
        <SecurityFact title="On another device" sentence="A device that has your wallet can give it to another one.">
          <p>The other one shows a number, which you type on your wallet's own page.</p>
        </SecurityFact>
        <SecurityFact
          title="By a mailed link"
          sentence={
            <>
              Until you have two ways of your own, a link e-mailed to{" "}
              <b className="font-semibold text-text">{safety?.email ?? user.email}</b> brings it to another browser,
              too. No code in a mail ever does: don't give one to anybody.
            </>
          }
        >
          <p>
            It comes a day after the link was opened, and only in the browser that asked. It comes at once while your
            wallet holds less than 0.05 SOL in all and made no Tribe.
          </p>
          <p>As long as a mail brings it back, whoever reads your mail can, unless you stop it in time.</p>
        </SecurityFact>
        <SecurityFact
          title="By ways of your own"
          sentence="With two of them, such as a passkey and a recovery kit, the mail ends."
        >
          <p>
            A passkey locks your wallet on this device and brings it back on another, a recovery kit does without any
            device.
          </p>
        </SecurityFact>
        {safety?.move?.isFinished === false ? null : (
          <SecurityFact
            title="If somebody may have got at your key"
            sentence="Move to a new wallet, on your wallet's own page."
          >
            <p>Your account gets a new wallet with another address, and then you move what you own there.</p>
          </SecurityFact>
        )}
      </div>
      <OwnPageLink />
    </section>
  );
};
