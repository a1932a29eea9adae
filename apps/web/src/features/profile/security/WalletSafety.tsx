import { useLocalUser } from "../../../shared/queries/local-user.ts";

/** How the wallet comes to another browser today, and what that asks of the person: nothing is promised that isn't so. */
export const WalletSafety = () => {
  const user = useLocalUser();
  if (!user?.address) return null;
  return (
    <section aria-labelledby="wallet-safety" className="flex flex-col gap-2">
      <h2 id="wallet-safety" className="text-sm font-semibold">
        Your wallet
      </h2>
      <p className="text-sm text-pretty break-words">
        A link e-mailed to <b>{user.email}</b> brings it to another browser, and works only in the browser that asked.
        No code ever does: don't give one to anybody.
      </p>
      <p className="text-xs text-pretty text-muted">
        Whoever can read your e-mail can bring your wallet to their own browser. Protect your mailbox with a second step
        at sign-in, and don't lose it: with your mailbox and all your devices gone, nobody can open your wallet.
      </p>
    </section>
  );
};
