import type { ApiCall } from "@tribe/contract";
import { partitionTexts } from "@tribe/domain/words";
import { type ComponentProps, useEffect, useMemo, useState } from "react";
import { AccountPage, type OwnSession } from "../account-page/AccountPage.tsx";
import { LinkPage } from "../view/LinkPage.tsx";
import type { MailedLink } from "../wallet/mailed-link.ts";
import { proveByLink } from "../wallet/own-key.ts";
import type { FrameSession } from "../wallet/session.ts";
import { passkeyFragment, type ToFrame, toWindow } from "./hand-over.ts";

interface FramedPageProps extends Omit<ComponentProps<typeof AccountPage>, "appOrigin" | "begin" | "framed"> {
  /** What the wallet's window has given. */
  readonly handedOver: ToFrame;
  readonly session: FrameSession;
}

/**
 * The wallet's own page in the frame, for browsers in which its window has another storage. The app's page lies around it and could lead
 * a person astray, so what gives the wallet to others isn't here (record 0231).
 */
export const FramedPage = ({ handedOver, session, ...page }: FramedPageProps) => {
  const { store } = page;
  const link = handedOver.kind === "link" ? handedOver : null;
  const [isOurs, setIsOurs] = useState<boolean | null>(link ? null : true);
  useEffect(() => {
    // Without storage it is nobody's.
    if (link)
      store.findByRecovery(link.link.request).then(
        (found) => setIsOurs(found !== null),
        () => setIsOurs(false),
      );
  }, [link, store]);
  if (isOurs === null) return null;
  if (link && (link.purpose === "recovery" || !isOurs))
    return <LinkPage {...page} {...{ link: link.link, purpose: link.purpose, isOurs }} appOrigin={null} isPressed />;
  return <OwnPageInFrame {...page} {...{ session, handedOver }} link={link?.link ?? null} />;
};

const OwnPageInFrame = ({
  handedOver,
  session,
  link,
  apiWith: apiByToken,
  passkeys: { authenticator, unlocked },
  ...page
}: FramedPageProps & { readonly link: MailedLink | null }) => {
  const { store } = page;
  const made = handedOver.kind === "passkey" ? handedOver.passkey : null;
  const inFrame = useMemo(() => {
    let proven: OwnSession | null = null;
    let untried = made;
    return {
      apiWith: (walletToken: string | null): ApiCall =>
        walletToken === null || walletToken === proven?.walletToken ? apiByToken(walletToken) : session.api,
      begin: async (): Promise<OwnSession> => {
        if (link) proven ??= await proveByLink({ store, apiWith: apiByToken }, link);
        return proven ?? { walletToken: await session.freshToken(), proof: null };
      },
      passkeys: {
        unlocked,
        authenticator: {
          ...authenticator,
          create: async (of: Parameters<typeof authenticator.create>[0]) => {
            if (untried) {
              const passkey = untried;
              untried = null;
              return passkey;
            }
            const sealed = await toWindow.seal({ ...of, exclude: [...of.exclude] });
            window.open(`${location.origin}/${passkeyFragment(sealed)}`, "_top");
            return new Promise<never>(() => undefined); // this page goes
          },
        },
      },
    };
  }, [apiByToken, authenticator, link, made, session, store, unlocked]);
  return (
    <AccountPage
      {...page}
      {...inFrame}
      appOrigin={null}
      framed={made ? partitionTexts.passkey.made : partitionTexts.framed.text}
    />
  );
};
