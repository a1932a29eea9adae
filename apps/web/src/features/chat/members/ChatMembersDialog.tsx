import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { useToken } from "../../../shared/queries/token.ts";
import { MembersList } from "./MembersList.tsx";

/** The members of a Tribe as a list: the same people as in the seat ring. */
export const ChatMembersDialog = ({ mint, title }: DialogPropsByName["chatMembers"]) => {
  const close = useCloseThisDialog();
  const { data: token } = useToken(mint);
  return (
    <DialogFrame title={title} description={token ? `${token.memberCount} of ${token.groupSize} seats are taken.` : ""}>
      <MembersList mint={mint} onOpen={close} />
    </DialogFrame>
  );
};
