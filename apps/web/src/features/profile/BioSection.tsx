import type { LocalUser } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { BioForm } from "./BioForm.tsx";
import { readBioDraft } from "./bio-draft.ts";

/** The bio as others read it, and the field to change it in when that is asked for. */
export const BioSection = ({ user }: { user: LocalUser }) => {
  // What was typed before a way to X is not to be looked for.
  const [isOpen, setOpen] = useState(() => readBioDraft(user.uid) !== null);
  if (isOpen) return <BioForm user={user} onSaved={() => setOpen(false)} />;
  return (
    <div className="flex flex-col items-start gap-2">
      {user.bio === "" ? null : <p className="text-sm break-words whitespace-pre-line">{user.bio}</p>}
      <Button small icon={<Pencil aria-hidden size={14} />} onClick={() => setOpen(true)}>
        {user.bio === "" ? "Add a bio" : "Edit bio"}
      </Button>
    </div>
  );
};
