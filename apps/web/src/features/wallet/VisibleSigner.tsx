import type { SignerPhase } from "@tribe/contract";
import { classes, Spinner } from "@tribe/ui";
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { holdToasts } from "../../shared/notices/toast.ts";
import type { SignerClient } from "./signer-client.ts";
import type { SignerError } from "./signer-error.ts";
import { toSignerError } from "./signer-error.ts";
import { frameSandbox, useSignerFrame } from "./use-signer-frame.ts";
import { useWalletEnvironment } from "./wallet-context.ts";

interface VisibleSignerProps<Result> {
  /** The frame's title for screen readers. */
  readonly title: string;
  readonly run: (client: SignerClient) => Promise<Result>;
  readonly onResult: (result: Result) => void;
  readonly onError: (error: SignerError) => void;
  readonly onPhase?: ((phase: SignerPhase) => void) | undefined;
  /** Whether it begins with the recovery of the wallet to this browser. */
  readonly mayRecover?: boolean;
  /** Lets the frame copy something when it is pressed there. */
  readonly maySetClipboard?: boolean;
}

/** The height until the frame tells its own: that of the confirm view of a trade, so that little moves. */
const firstHeight = 440;
/** The same of what brings the wallet here, and how high that is at the most: all else takes its room. */
const firstRecoveryHeight = 262;
const maxRecoveryHeight = 400;

/** A fresh frame in the flow of a dialog that does one thing; unmounting it declines what it shows. */
export const VisibleSigner = <Result,>({
  title,
  run,
  onResult,
  onError,
  onPhase,
  mayRecover = false,
  maySetClipboard = false,
}: VisibleSignerProps<Result>) => {
  const { signerUrl, session } = useWalletEnvironment();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(mayRecover ? firstRecoveryHeight : firstHeight);
  /** The part of the frame that is to come into sight, anew with each wish of the frame's. */
  const [wanted, setWanted] = useState<{ readonly top: number; readonly height: number } | null>(null);
  const wantedTop = useRef<HTMLSpanElement>(null);
  const wantedEnd = useRef<HTMLSpanElement>(null);
  // Before its first words the frame knows neither theme nor task: it would flash white.
  const [isAwake, setIsAwake] = useState(false);
  const latest = useRef({ run, onResult, onError });
  latest.current = { run, onResult, onError };
  useEffect(holdToasts, []);

  useSignerFrame(frame, {
    onEvent: (event) => {
      if (event.event === "height") setHeight(Math.max(1, Math.ceil(event.pixels)));
      else if (event.event === "reveal") setWanted({ top: event.top, height: event.height });
      else {
        setIsAwake(true);
        // A browser lets a frame that is out of sight sleep: it could not ask to be revealed.
        if (event.phase === "waiting") setWanted({ top: 0, height: firstHeight });
        onPhase?.(event.phase);
      }
    },
    run: (client) => {
      let mounted = true;
      latest.current.run(client).then(
        (result) => {
          if (mounted) latest.current.onResult(result);
        },
        (thrown: unknown) => {
          if (mounted) latest.current.onError(toSignerError(thrown));
        },
      );
      return () => {
        mounted = false;
      };
    },
  });

  useEffect(() => {
    if (!wanted) return;
    // Its end first: where it is higher than the dialog, its top is what is seen. The marks make no transition: with reduced
    // motion each is one of a hundredth of a millisecond, and they would still be where they were.
    wantedEnd.current?.scrollIntoView({ block: "nearest" });
    wantedTop.current?.scrollIntoView({ block: "nearest" });
  }, [wanted]);

  // In a dialog that is as high as a transaction's box it stands in the middle, below its mark.
  const isRecovery = mayRecover && height <= maxRecoveryHeight;
  // As high as the frame will be: it grows by a transition, and what is below its present end could not be scrolled to.
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
      {/* It says once that it is ready, which nobody hears before there is a session. */}
      {signerUrl && session ? (
        <iframe
          ref={frame}
          src={`${signerUrl}/`}
          title={title}
          data-must-be-seen=""
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box longer than the screen is scrolled by keys from within
          tabIndex={0}
          sandbox={frameSandbox}
          // The wallet asks for passkeys of its own origin: to open itself, to come to this browser, before large sends.
          allow={maySetClipboard ? "publickey-credentials-get; clipboard-write" : "publickey-credentials-get"}
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
