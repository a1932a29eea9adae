import { Button } from "@tribe/ui";
import { UserCog } from "@tribe/ui/icons";
import { SignedInPage } from "../../../shared/components/SignedInPage.tsx";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { BlockedPeople } from "./BlockedPeople.tsx";
import { DownloadData } from "./DownloadData.tsx";

/** The settings of the account: its data, the blocked people, and its deletion. */
export const AccountPage = () => (
  <SignedInPage title="Account" invitation={{ icon: <UserCog size={24} />, message: "Sign in to see your account." }}>
    <DownloadData />
    <section aria-labelledby="delete-heading" className="flex flex-col gap-2 border-t border-line pt-4">
      <h2 id="delete-heading" className="text-sm font-semibold">
        Delete account
      </h2>
      <p className="text-sm text-pretty text-muted">
        Ends your account for good. You'll see what goes and what stays before anything happens.
      </p>
      <Button
        variant="danger"
        className="self-start"
        onClick={() => dialogs.open("deleteAccount", { title: "Delete your account" })}
      >
        Delete account
      </Button>
    </section>
    {/* Last: nothing moves when the list comes. */}
    <BlockedPeople />
  </SignedInPage>
);
