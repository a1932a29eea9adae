import type { Uid } from "@tribe/contract";
import { emailStopTexts, recoveryStopTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import type { LinkDependencies, MailedLink } from "../wallet/mailed-link.ts";
import { stopRecoveryByLink } from "../wallet/recover.ts";
import { stopEmailByLink } from "../wallet/recovery-email.ts";
import { MailedLinkFrame, useMailedLink } from "./MailedLinkFrame.tsx";
import { Panel } from "./Panel.tsx";

interface StopPageProps {
  readonly link: MailedLink & { readonly uid: Uid };
  readonly apiWith: LinkDependencies["apiWith"];
  readonly appOrigin: string;
  /** What it stops: a change of the recovery address, or a browser's wait for the wallet. */
  readonly what: keyof typeof kinds;
}

const kinds = {
  email: { stop: stopEmailByLink, texts: emailStopTexts, action: "Stop the change" },
  recovery: { stop: stopRecoveryByLink, texts: recoveryStopTexts, action: "Stop it" },
} as const;

/** The page of a link that stops a request to the wallet: whoever reads the mail about it can, in any browser. */
export const StopPage = ({ link, apiWith, appOrigin, what }: StopPageProps) => {
  const { stop: stopByLink, texts, action } = kinds[what];
  const { state, onPress } = useMailedLink<"stopped">();
  const stop = onPress(async () => ((await stopByLink({ apiWith }, link)) ? "stopped" : null));
  return (
    <MailedLinkFrame
      state={state}
      appOrigin={appOrigin}
      pending={texts.asked}
      expired={texts.over}
      buttons={
        <Button variant="danger" onClick={stop}>
          {action}
        </Button>
      }
      resultOf={() => (
        <Panel key="stopped" title={texts.stopped.title}>
          <p className="text-sm">{texts.stopped.text}</p>
        </Panel>
      )}
    />
  );
};
