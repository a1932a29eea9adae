import { framedWalletPagePath, handedOverFragment, walletPageFragment } from "@tribe/contract";
import { mailedLinkStates, partitionTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { type ReactNode, useState } from "react";
import { useWork } from "../account-page/use-work.ts";
import type { Authenticator } from "../passkeys/authenticator.ts";
import { Fault } from "../view/Fault.tsx";
import { OwnWindow } from "../view/OwnWindow.tsx";
import { Panel } from "../view/Panel.tsx";
import type { MailedLink } from "../wallet/mailed-link.ts";
import { type ToFrame, type ToWindow, toFrame } from "./hand-over.ts";

/** Goes to the page of the app that holds the wallet's frame, with what the frame is to do. Call it for a press alone. */
const goToFrame = async (appOrigin: string, what: ToFrame): Promise<void> => {
  const sealed = await toFrame.seal(what);
  // A mailed link's token stays neither in the address nor in the history; who comes back can open the page anew.
  history.replaceState(null, "", `/${walletPageFragment}`);
  location.assign(`${appOrigin}${framedWalletPagePath}${handedOverFragment(sealed)}`);
};

interface HandOverPageProps {
  readonly appOrigin: string;
  readonly title: string;
  readonly text: ReactNode;
  readonly action: string;
  /** What the press gives the frame. */
  readonly what: () => Promise<ToFrame>;
  /** Beside the action. */
  readonly stop?: { readonly label: string; readonly run: () => Promise<ReactNode> };
}

/** The wallet's window where the browser keeps the wallet apart from it: a press here lets the frame in the app's page go on. */
const HandOverPage = ({ appOrigin, title, text, action, what, stop }: HandOverPageProps) => {
  const { isBusy, fault, press } = useWork();
  const [result, setResult] = useState<ReactNode>(null);
  return (
    <OwnWindow appOrigin={appOrigin}>
      {result ?? (
        <Panel title={title}>
          <p className="text-sm text-pretty">{text}</p>
          <Fault message={fault} />
          <div className="flex gap-3 pt-2">
            {stop ? (
              <Button className="flex-1" disabled={isBusy} onClick={press(async () => setResult(await stop.run()))}>
                {stop.label}
              </Button>
            ) : null}
            <Button
              variant="primary"
              className="flex-1"
              busy={isBusy}
              onClick={press(async () => goToFrame(appOrigin, await what()))}
            >
              {action}
            </Button>
          </div>
        </Panel>
      )}
    </OwnWindow>
  );
};

/** In the place of the wallet's own page. */
export const OpenInTribe = ({ appOrigin }: { readonly appOrigin: string }) => (
  <HandOverPage {...{ appOrigin, ...partitionTexts }} what={async () => ({ kind: "page" })} />
);

interface LinkInTribeProps {
  readonly appOrigin: string;
  readonly link: MailedLink;
  readonly purpose: "recovery" | "proof";
  /** Stops the link's request. @returns whether there was one */
  readonly stopLink: () => Promise<boolean>;
}

/** In the place of a mailed link's page. Whether this browser has asked for it, only the frame knows. */
export const LinkInTribe = ({ appOrigin, link, purpose, stopLink }: LinkInTribeProps) => (
  <HandOverPage
    {...{ appOrigin, ...partitionTexts.links[purpose] }}
    what={async () => ({ kind: "link", purpose, link })}
    stop={{
      label: "It wasn't me",
      run: async () => {
        const { title, text, advice } = mailedLinkStates[(await stopLink()) ? "stopped" : "nothingToStop"];
        return (
          <Panel key="stopped" title={title}>
            <p className="text-sm">{text}</p>
            <p className="text-sm">{advice}</p>
          </Panel>
        );
      },
    }}
  />
);

interface PasskeyForFrameProps {
  readonly appOrigin: string;
  readonly request: ToWindow;
  readonly authenticator: Authenticator;
}

/** Makes the passkey that the frame has asked for: browsers make none in a frame. */
export const PasskeyForFrame = ({ appOrigin, request, authenticator }: PasskeyForFrameProps) => (
  <HandOverPage
    appOrigin={appOrigin}
    {...partitionTexts.passkey}
    text={
      <>
        {partitionTexts.passkey.text} <b>{request.email}</b>.
      </>
    }
    what={async () => ({ kind: "passkey", passkey: await authenticator.create(request) })}
  />
);
