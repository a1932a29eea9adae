import { Button } from "@tribe/ui";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { liveSession } from "../session/live-session.ts";

/** Leaves a live session. Its Chief chooses between leaving it to the people on the stage and ending it for all. */
export const ChatLiveLeaveDialog = ({ isChief }: DialogPropsByName["chatLiveLeave"]) => {
  const close = useCloseThisDialog();
  const leave = () => {
    liveSession()?.leave();
    close();
  };
  const endForAll = () => {
    liveSession()?.act({ kind: "command", command: { kind: "liveEnded" } });
    close();
  };
  return (
    <DialogFrame
      title="Leave the live?"
      description={
        isChief
          ? "You can leave and come back while others are on stage, or end it for everyone. With nobody on stage it ends after a minute."
          : "You can come back as long as it goes on."
      }
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={close}>
          Stay
        </Button>
        <Button variant={isChief ? "secondary" : "primary"} onClick={leave}>
          Leave
        </Button>
        {isChief ? (
          <Button variant="danger" onClick={endForAll}>
            End for all
          </Button>
        ) : null}
      </div>
    </DialogFrame>
  );
};
