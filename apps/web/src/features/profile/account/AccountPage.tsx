import { Button, EmptyState } from "@tribe/ui";
import { UserCog } from "lucide-react";
import { useIsSignedIn } from "../../../shared/api/access.ts";
import { BackButton } from "../../../shared/components/BackButton.tsx";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { flow } from "../../../shared/flow/flow-store.ts";
import { usePageTitle } from "../../../shared/navigation/page-title.ts";
import { BlockedPeople } from "./BlockedPeople.tsx";
import { DownloadData } from "./DownloadData.tsx";

/** The account as a whole: what is stored, who is blocked, and how it ends. */
export const AccountPage = () => {
  usePageTitle("Account");
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn)
    return (
      <EmptyState icon={<UserCog size={24} />} heading="h1" title="Account" message="Sign in to see your account.">
        <Button look="main" onClick={() => flow.start({ kind: "onboarding" })}>
          Sign in
        </Button>
      </EmptyState>
    );
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6 px-4 py-4">
      <div>
        <BackButton />
      </div>
      <h1 className="font-display text-xl font-semibold">Account</h1>
      <BlockedPeople />
      <DownloadData />
      <section aria-labelledby="delete-heading" className="flex flex-col gap-2 border-t border-line pt-4">
        <h2 id="delete-heading" className="text-sm font-semibold">
          Delete account
        </h2>
        <p className="text-sm text-pretty text-muted">
          Ends your account for good. You'll see what goes and what stays before anything happens.
        </p>
        <Button
          look="danger"
          className="self-start"
          onClick={() => dialogs.open("deleteAccount", { title: "Delete your account" })}
        >
          Delete account
        </Button>
      </section>
    </div>
  );
};
