import { texts } from "@tribe/domain/words";
import { Tabs } from "@tribe/ui/tabs";
import { useState } from "react";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { ReceivePart } from "./ReceivePart.tsx";
import { emptyDraft, SendForm } from "./SendForm.tsx";

const tabs = [
  { value: "send", label: "Send" },
  { value: "receive", label: "Receive" },
] as const;

/** The dialog with the Send tab and the Receive tab. */
export const SendReceiveDialog = (props: DialogPropsByName["sendReceive"]) => {
  const [tab, setTab] = useState(props.tab);
  const [draft, setDraft] = useState(props.draft ?? emptyDraft);
  const address = useLocalUser()?.address ?? null;
  return (
    <DialogFrame title={tab === "send" ? "Send" : "Receive"}>
      <Tabs label="Send and receive" value={tab} onChange={setTab} options={tabs} panelClassName="pt-4">
        {address === null ? (
          <p className="text-sm text-muted">{texts.walletNotReady}</p>
        ) : tab === "send" ? (
          <SendForm sender={address} draft={draft} onDraft={setDraft} />
        ) : (
          <ReceivePart />
        )}
      </Tabs>
    </DialogFrame>
  );
};
