import { useNavigate } from "@tanstack/react-router";
import { defaultGroupSize, type LocalUser, type Mint } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { Button } from "@tribe/ui";
import { Share2 } from "@tribe/ui/icons";
import { useEffect, useRef } from "react";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import { wantedComposer } from "../../shared/hand/wanted-composer.ts";
import { shareLink } from "../../shared/links/share-link.ts";
import { tribeLink } from "../../shared/links/tribe-link.ts";
import { NewTribeStage } from "./NewTribeStage.tsx";
import { symbolOf } from "./symbol-of.ts";

/** The Tribe that was just created, with its first two actions. */
export const TribeIsLive = ({
  user,
  mint,
  status,
}: {
  user: LocalUser;
  mint: Mint;
  /** The text for the creation's end. */
  status: string;
}) => {
  const close = useCloseThisDialog();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  // The wallet's box, which had the focus, is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const open = () => {
    // They are the first who writes there.
    wantedComposer.set(mint);
    close();
    void navigate({ to: "/chat/$mint", params: { mint } });
  };
  return (
    <>
      <div className="mt-4">
        <NewTribeStage user={user} symbol={symbolOf(user)} height={232} arrives />
      </div>
      <div className="mt-5 flex flex-col items-center gap-1 text-center">
        <p role="status" className="text-sm text-muted">
          {status}
        </p>
        <h3 ref={heading} tabIndex={-1} className="font-display text-xl font-bold text-balance outline-none">
          Your Tribe is live. Say hello.
        </h3>
        <p className="text-sm text-muted text-pretty">
          {defaultGroupSize} seats, all free. Share it, and the first to come take them.
        </p>
      </div>
      <div className="mt-5 flex flex-col gap-1">
        <Button variant="primary" className="min-h-12" onClick={open}>
          Open your chat
        </Button>
        <Button
          variant="ghost"
          className="min-h-12"
          icon={<Share2 aria-hidden size={18} />}
          onClick={() => void shareLink(`${isolated(user.displayName)} on Tribe`, tribeLink(mint))}
        >
          Share your Tribe
        </Button>
      </div>
    </>
  );
};
