import { PasskeySections } from "./PasskeySections.tsx";
import type { WindowDependencies } from "./safety.ts";

/** The wallet's own page: what opens it, and when it locks. No page of the app draws or reads any of it. */
export const WalletWindow = ({
  dependencies,
  appOrigin,
}: {
  readonly dependencies: WindowDependencies;
  readonly appOrigin: string;
}) => (
  <main className="mx-auto flex max-w-md flex-col gap-4 p-4 pt-8">
    <h1 className="text-lg font-semibold">Tribe wallet</h1>
    <PasskeySections dependencies={dependencies} />
    <a className="self-center py-3 text-sm underline underline-offset-4" href={appOrigin}>
      Go to Tribe
    </a>
  </main>
);
