import type { Uid } from "@tribe/contract";
import { emailStopTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import type { LinkDependencies, RecoveryLink } from "../wallet/recover.ts";
import { stopEmailByLink } from "../wallet/recovery-email.ts";
import { MailedLinkFrame, useMailedLink } from "./MailedLinkFrame.tsx";
import { Panel } from "./Panel.tsx";

interface StopPageProps {
  readonly link: RecoveryLink & { readonly uid: Uid };
  readonly apiWith: LinkDependencies["apiWith"];
  readonly appOrigin: string;
}

/** The page of the link to a recovery address that another one is to replace: whoever reads that mail can stop it. */
export const StopPage = ({ link, apiWith, appOrigin }: StopPageProps) => {
  const { state, press } = useMailedLink<"stopped">();
  const stop = press(async () => ((await stopEmailByLink({ apiWith }, link)) ? "stopped" : null));
  return (
    <MailedLinkFrame
      {...{ state, appOrigin, asked: emailStopTexts.asked, over: emailStopTexts.over }}
      buttons={
        <Button look="danger" onClick={stop}>
          Stop the change
        </Button>
      }
      resultOf={() => (
        <Panel key="stopped" title={emailStopTexts.stopped.title}>
          <p className="text-sm">{emailStopTexts.stopped.text}</p>
        </Panel>
      )}
    />
  );
};
