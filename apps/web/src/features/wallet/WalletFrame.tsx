import type { Base64 } from "@tribe/contract";
import { classes, Spinner } from "@tribe/ui";
import { KeyRound } from "@tribe/ui/icons";
import { walletHeights } from "@tribe/ui/wallet-heights";
import { useEffect, useRef, useState } from "react";
import { haptic } from "../../shared/hand/haptics.ts";
import { holdToasts } from "../../shared/notices/toast.ts";
import { useWallet, type WalletFrameProps, type WalletFrameResults } from "../../shared/wallet/wallet.ts";
import { callWallet } from "./call-wallet.ts";
import type { SignerChannel } from "./signer-channel.ts";
import { toSignerError } from "./signer-error.ts";
import { frameSandbox, ownPageSandbox, useSignerFrame } from "./use-signer-frame.ts";

/** The frame's titles for screen readers, of what is no request to sign. */
const titles: Partial<Record<keyof WalletFrameResults, string>> = {
  recover: "Bring your wallet to this browser",
  receive: "Your wallet's address",
  ownPage: "Your wallet's own page",
};

/** Gives the frame the message in the place of the one that is shown; without one the dialog shows why, and the frame goes. */
const renewIn = async (channel: SignerChannel, renew: (() => Promise<Base64 | null>) | undefined): Promise<void> => {
  const message = (await renew?.()) ?? null;
  // The frame's own answer is the signature, or a failure.
  if (message !== null) await channel.request({ method: "renew", message }, null).catch(() => undefined);
};

/**
 * The wallet's frame inside a dialog, for one request. It shows itself what is signed, the fees, Max Spend, Confirm and Cancel; the
 * dialog around it shows none of them. In a browser without a share of the wallet, the person first recovers it.
 */
export const WalletFrame = <Method extends keyof WalletFrameResults>(props: WalletFrameProps<Method>) => {
  const { request, firstHeight = walletHeights.first } = props;
  const { state, retry, signerUrl, session } = useWallet();
  /** Whether the person confirms something in it. */
  const isConfirmed = "view" in request;
  const mayRecover = isConfirmed && state.kind === "recovery_needed";
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>(mayRecover ? walletHeights.firstRecovery : firstHeight);
  /** The part of the frame to scroll into view; a new object for each request of the frame. */
  const [wanted, setWanted] = useState<{ readonly top: number; readonly height: number } | null>(null);
  const wantedTop = useRef<HTMLSpanElement>(null);
  const wantedEnd = useRef<HTMLSpanElement>(null);
  // Hidden until its first message: before it knows the theme, the frame would flash white.
  const [isAwake, setIsAwake] = useState(false);
  const latest = useRef({ props, mayRecover });
  latest.current = { props, mayRecover };
  useEffect(holdToasts, []);

  useSignerFrame(frame, {
    onEvent: (event, channel) => {
      switch (event.event) {
        case "height":
          return setHeight(Math.max(1, Math.ceil(event.pixels)));
        case "reveal":
          return setWanted({ top: event.top, height: event.height });
        case "renewal_needed":
          return void renewIn(channel, latest.current.props.onRenewal);
        case "escape":
          // As if it had been pressed beside the frame: whether the dialog may close is the dialog's to say.
          frame.current?.dispatchEvent(
            new KeyboardEvent("keydown", { key: "Escape", code: "Escape", bubbles: true, cancelable: true }),
          );
          return;
        case "phase":
          setIsAwake(true);
          // Scroll to it now: browsers throttle a frame outside the viewport, so that it could not send `reveal`.
          if (event.phase === "waiting") setWanted({ top: 0, height: firstHeight });
          if (event.phase === "signing" && isConfirmed) haptic("confirm");
          props.onPhase?.(event.phase);
      }
    },
    run: (channel) => {
      let mounted = true;
      callWallet(channel, request).then(
        (result) => {
          if (!mounted) return;
          // The person has recovered the wallet, perhaps on the way to a signature: update the page.
          if (request.method === "recover" || latest.current.mayRecover) retry();
          latest.current.props.onResult?.(result);
        },
        (thrown: unknown) => {
          if (!mounted) return;
          const error = toSignerError(thrown);
          // The reason of a refusal was read below what should have been confirmed.
          const isKnown = error.code === "declined" || (isConfirmed && error.code === "refused");
          if (isKnown) latest.current.props.onDeclined?.(error);
          else latest.current.props.onError(error);
        },
      );
      return () => {
        mounted = false;
      };
    },
  });

  useEffect(() => {
    if (!wanted) return;
    // The end first and then the top, so that the top is visible if the part is higher than the dialog. The marks have no
    // transition: with reduced motion all transitions take 0.01 ms, and the marks would still be at their previous position.
    wantedEnd.current?.scrollIntoView({ block: "nearest" });
    wantedTop.current?.scrollIntoView({ block: "nearest" });
  }, [wanted]);

  // In a dialog as high as a transaction's box, the recovery view is vertically centred.
  const isRecovery = mayRecover && height <= walletHeights.maxRecovery;
  // The frame's final height at once: the frame grows by a transition, and the part below its present end can't be scrolled to.
  const box = (
    <div className={classes("relative transition-none", isRecovery && "mb-auto")} style={{ minHeight: height }}>
      {wanted ? (
        <>
          <span
            ref={wantedTop}
            aria-hidden
            className="absolute scroll-my-3 transition-none"
            style={{ top: wanted.top }}
          />
          <span
            ref={wantedEnd}
            aria-hidden
            className="absolute scroll-my-3 transition-none"
            style={{ top: wanted.top + wanted.height }}
          />
        </>
      ) : null}
      {/* Rendered with a session only: the frame sends `ready` once, and nobody listens for it before there is a session. */}
      {signerUrl && session ? (
        <iframe
          ref={frame}
          src={`${signerUrl}/`}
          title={titles[request.method] ?? "Confirm in your wallet"}
          data-must-be-seen=""
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box longer than the screen is scrolled by keyboard from within
          tabIndex={0}
          sandbox={request.method === "ownPage" ? ownPageSandbox : frameSandbox}
          // The wallet uses passkeys of its own origin: to unlock, to recover to this browser, and before large transfers.
          allow={
            request.method === "receive" ? "publickey-credentials-get; clipboard-write" : "publickey-credentials-get"
          }
          referrerPolicy="origin"
          className="block w-full border-0 transition-[height] duration-150 ease-out motion-reduce:transition-none"
          style={{ height, colorScheme: "normal", visibility: isAwake ? "visible" : "hidden" }}
        />
      ) : null}
      {isAwake ? null : (
        <p role="status" className="absolute inset-0 flex items-center justify-center gap-3 text-sm text-muted">
          <Spinner />
          Preparing...
        </p>
      )}
    </div>
  );
  return (
    <>
      {isRecovery ? (
        <span
          aria-hidden
          className="mx-auto mt-auto mb-5 flex size-20 shrink-0 items-center justify-center rounded-full bg-ember-soft text-ember-text"
        >
          <KeyRound size={36} />
        </span>
      ) : null}
      {box}
    </>
  );
};
