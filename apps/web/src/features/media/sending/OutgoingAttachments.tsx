import { classes } from "@tribe/ui";
import { useRef } from "react";
import { useStore } from "../../../shared/state/store.ts";
import { ofMessage, type PendingFile, pendingFiles, progressOf } from "../attaching/pending-files.ts";
import { MessageAttachments } from "../showing/MessageAttachments.tsx";
import { ProgressRing } from "./ProgressRing.tsx";
import { chooseAgain } from "./send-files.ts";
import { toAttachment } from "./to-attachment.ts";

/** The files of a message that is on its way, from this device, at the size and place that they keep. */
export const OutgoingAttachments = ({
  clientId,
  isMoving,
  onStop,
  onChosen,
}: {
  clientId: string;
  /** Whether its files are on their way: not while it was stopped or refused. */
  isMoving: boolean;
  onStop: () => void;
  /** Called when a lost file was chosen again. */
  onChosen: () => void;
}) => {
  const files = ofMessage(useStore(pendingFiles), clientId);
  const byId = new Map(files.map((file) => [toAttachment(file).id, file]));
  return (
    <MessageAttachments
      attachments={files.map(toAttachment)}
      over={(id) => {
        const file = byId.get(id);
        if (!file) return null;
        if (file.state.kind === "lost") return <ChooseAgain file={file} onChosen={onChosen} />;
        const progress = progressOf(file);
        return isMoving && progress !== null ? (
          <ProgressRing name={nameOf(file)} progress={progress} onStop={onStop} />
        ) : null;
      }}
    />
  );
};

const nameOf = ({ isVoice, name }: PendingFile): string => (isVoice ? "voice note" : name);

/** The browser has thrown the file away; a recording can't be made again. */
const ChooseAgain = ({ file, onChosen }: { file: PendingFile; onChosen: () => void }) => {
  const input = useRef<HTMLInputElement>(null);
  if (file.isVoice) return null;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={`${file.name}, again`}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (!chosen) return;
          chooseAgain(file, chosen);
          onChosen();
        }}
      />
      <button
        type="button"
        aria-label={`Choose ${file.name} again`}
        onClick={() => input.current?.click()}
        className={classes(
          "pointer-events-auto rounded-control bg-black/65 px-3 py-2.5 text-xs font-semibold text-white hover:bg-black/80",
        )}
      >
        Choose the file again
      </button>
    </>
  );
};
