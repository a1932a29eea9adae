import type { ReactNode } from "react";

interface OwnWindowProps {
  /** Null in the app's own page, where its frame has neither a head nor a way back. */
  readonly appOrigin: string | null;
  /** Whether sections stand side by side; otherwise there is one panel, a card on the page's background. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The layout of a window of the wallet's own: whose page it is, and the way back. */
export const OwnWindow = ({ appOrigin, isWide = false, children }: OwnWindowProps) =>
  appOrigin === null ? (
    <main className="flex flex-col gap-4">{children}</main>
  ) : (
    <Window {...{ appOrigin, isWide, children }} />
  );

const Window = ({ appOrigin, isWide, children }: OwnWindowProps & { readonly appOrigin: string }) => (
  <main
    className={`mx-auto flex max-w-md flex-col gap-4 p-4 ${
      // A little above the middle, which looks centred.
      isWide ? "pb-16 lg:max-w-4xl" : "pt-16 sm:min-h-dvh sm:justify-center sm:pt-4 sm:pb-[12dvh]"
    }`}
  >
    <p className={`text-lg font-semibold ${isWide ? "pt-4" : "sm:text-center"}`}>Tribe wallet</p>
    {children}
    <a className="self-center py-3 text-sm underline underline-offset-4" href={appOrigin}>
      Go to Tribe
    </a>
  </main>
);
