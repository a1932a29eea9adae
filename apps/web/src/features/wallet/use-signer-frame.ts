import type { SignerEvent } from "@tribe/contract";
import { type RefObject, useEffect, useRef } from "react";
import { useWallet } from "../../shared/wallet/wallet.ts";
import { openSignerChannel, type SignerChannel } from "./signer-channel.ts";

/** The frame's permissions. `allow-same-origin` keeps the signer's own origin, so that the frame can use its storage. */
export const frameSandbox = "allow-scripts allow-same-origin";

/** Those of the wallet's own page as well: it saves a recovery kit, and leaves for a window in which a passkey can be made. */
export const ownPageSandbox = `${frameSandbox} allow-downloads allow-top-navigation-by-user-activation`;

interface SignerFrameHooks {
  readonly onEvent?: (event: Exclude<SignerEvent, { event: "session_needed" }>, channel: SignerChannel) => void;
  /** Called once per mount; returns a cleanup function. */
  readonly run: (channel: SignerChannel) => () => void;
}

/** Connects an iframe element to the signer for as long as it is mounted. */
export const useSignerFrame = (frame: RefObject<HTMLIFrameElement | null>, hooks: SignerFrameHooks): void => {
  const { signerUrl, session, theme } = useWallet();
  const latest = useRef({ hooks, theme });
  latest.current = { hooks, theme };
  const channel = useRef<SignerChannel | null>(null);

  useEffect(() => {
    if (!signerUrl || !session) return;
    const opened = openSignerChannel({
      frameWindow: () => frame.current?.contentWindow ?? null,
      signerOrigin: new URL(signerUrl).origin,
      token: () => session.token(),
      expireToken: () => session.expire(),
      theme: () => latest.current.theme,
      onEvent: (event) => latest.current.hooks.onEvent?.(event, opened),
    });
    channel.current = opened;
    const stop = latest.current.hooks.run(opened);
    return () => {
      channel.current = null;
      stop();
      opened.close();
    };
  }, [frame, signerUrl, session]);

  const shownTheme = useRef(theme);
  useEffect(() => {
    if (shownTheme.current === theme) return;
    shownTheme.current = theme;
    channel.current?.refresh().catch(() => undefined); // only the frame's theme stays outdated
  }, [theme]);
};
