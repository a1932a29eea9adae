import { type ApiCall, ApiError } from "@tribe/contract";
import { mailedLinkStates, partitionTexts } from "@tribe/domain/words";
import { Button, Spinner } from "@tribe/ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { type ApprovalRequest, findApprovalRequest } from "../approvals/grant-approval.ts";
import type { AccountStore } from "../storage/account-record.ts";
import { OwnWindow } from "../view/OwnWindow.tsx";
import { Panel } from "../view/Panel.tsx";
import { trusted } from "../view/trusted.ts";
import { fetchInfo } from "../wallet/ensure-wallet.ts";
import { toWalletError } from "../wallet/wallet-error.ts";
import { DeviceSection } from "./devices/DeviceSection.tsx";
import { useApprovalRequest } from "./devices/use-approval-request.ts";
import { EmailSection } from "./EmailSection.tsx";
import { KeySection } from "./KeySection.tsx";
import { KitSection } from "./KitSection.tsx";
import { MoveAssetsSection } from "./MoveAssetsSection.tsx";
import { MoveSection } from "./MoveSection.tsx";
import type { OwnChain, OwnWallet } from "./own-wallet.ts";
import { PasskeySections } from "./passkeys/PasskeySections.tsx";
import { type PasskeyPageDependencies, type SafetyState, safetyOf } from "./passkeys/safety.ts";
import { RestoreSection } from "./RestoreSection.tsx";
import { WaitSection } from "./WaitSection.tsx";

/** The session by which the page acts for the person, and how it was proven. */
export interface OwnSession {
  readonly walletToken: string;
  /** From a mailed link; null where none was opened. */
  readonly proof: string | null;
}

interface AccountPageProps {
  readonly store: AccountStore;
  readonly apiWith: (walletToken: string | null) => ApiCall;
  /** Null in a frame of the app's page. */
  readonly appOrigin: string | null;
  readonly chain: OwnChain;
  /**
   * Finds out for whom the page acts, and waits as long as that takes; calls `onSilence` when nobody seems to be signed in here.
   * May be called again.
   */
  readonly begin: (onSilence: () => void) => Promise<OwnSession>;
  readonly passkeys: Pick<PasskeyPageDependencies, "authenticator" | "unlocked">;
  /** In a frame of the app's page, what the page says of that; what gives the wallet to others is left out then. */
  readonly framed?: string;
}

type State =
  | { readonly kind: "loading" }
  | { readonly kind: "signedOut" }
  | { readonly kind: "failed"; readonly message: string; readonly isLinkOver: boolean }
  | { readonly kind: "none" }
  | { readonly kind: "open"; readonly wallet: Omit<OwnWallet, "refresh" | "prove">; readonly here: Here | null };

/** What the page shows at once where the wallet is in this browser; what came later would push everything below it. */
interface Here {
  readonly safety: SafetyState;
  /** Another browser's request. */
  readonly approvalRequest: ApprovalRequest | null;
}

/** The wallet's own page, in a window of its own: no script of the app can see, fake or press anything here. Or in a frame (`framed`). */
export const AccountPage = ({ store, apiWith, appOrigin, chain, begin, passkeys, framed }: AccountPageProps) => {
  const [state, setState] = useState<State>({ kind: "loading" });
  const [session, setSession] = useState<OwnSession | null>(null);

  const load = useCallback(
    async (by: OwnSession): Promise<State> => {
      const dependencies = { api: apiWith(by.walletToken), store, ...passkeys };
      const info = await fetchInfo(dependencies);
      if (info.address === null) return { kind: "none" };
      const [safety, approvalRequest] = await Promise.all([
        safetyOf(dependencies, info),
        // The page asks again, and can do without.
        findApprovalRequest(dependencies, info.uid).catch(() => null),
      ]);
      const here = safety && { safety, approvalRequest };
      return { kind: "open", wallet: { ...dependencies, chain, info, proof: by.proof }, here };
    },
    [apiWith, store, chain, passkeys],
  );
  const run = useCallback((work: () => Promise<State>) => {
    work().then(setState, (thrown: unknown) => {
      const isLinkOver = thrown instanceof ApiError && thrown.code === "recovery_link_invalid";
      setState({ kind: "failed", message: toWalletError(thrown).message, isLinkOver });
    });
  }, []);
  const start = useCallback(
    () =>
      run(async () => {
        const found = await begin(() => setState({ kind: "signedOut" }));
        setSession(found);
        return load(found);
      }),
    [run, begin, load],
  );
  useEffect(start, [start]);
  const refresh = useCallback(() => {
    if (session) run(() => load(session));
  }, [run, load, session]);
  const prove = useCallback((proof: string) => {
    setSession((known) => known && { ...known, proof });
    setState((known) => (known.kind === "open" ? { ...known, wallet: { ...known.wallet, proof } } : known));
  }, []);

  return (
    // The same width while it loads as afterwards, so that its title does not move.
    <OwnWindow appOrigin={appOrigin} isWide>
      {contentOf(state, { start: trusted(start), refresh, prove }, framed ?? null)}
    </OwnWindow>
  );
};

const contentOf = (
  state: State,
  { start, ...calls }: { readonly start: ReturnType<typeof trusted> } & Pick<OwnWallet, "refresh" | "prove">,
  framed: string | null,
): ReactNode => {
  switch (state.kind) {
    case "loading":
      return (
        <>
          <h1 className="sr-only">Your wallet's own page</h1>
          <p role="status" className="flex items-center gap-3 text-sm text-muted">
            <Spinner />
            Opening your wallet...
          </p>
        </>
      );
    case "signedOut":
      return (
        <Panel title="Open Tribe first">
          <p className="text-sm">
            Sign in to Tribe in another tab of this browser, leave that tab open, and come back here.
          </p>
          <Button variant="primary" onClick={start}>
            Look again
          </Button>
        </Panel>
      );
    case "failed":
      return (
        <Panel title={state.isLinkOver ? mailedLinkStates.over.title : "That didn't work"}>
          <p role="alert" className="text-sm break-words">
            {state.isLinkOver ? mailedLinkStates.over.ownPage : state.message}
          </p>
          {state.isLinkOver ? null : (
            <Button variant="primary" onClick={start}>
              Try again
            </Button>
          )}
        </Panel>
      );
    case "none":
      return (
        <Panel title="No wallet yet">
          <p className="text-sm">This account has no wallet. Tribe makes one when you sign in.</p>
        </Panel>
      );
    case "open":
      return <OpenWallet wallet={{ ...state.wallet, ...calls }} here={state.here} framed={framed} />;
  }
};

/** All actions of the wallet; one at a time is the page's main action, and open questions come first. */
const OpenWallet = ({
  wallet,
  here,
  framed,
}: {
  readonly wallet: OwnWallet;
  readonly here: Here | null;
  readonly framed: string | null;
}) => {
  const isHere = here !== null;
  const isOwnWindow = framed === null;
  const requests = useApprovalRequest(
    wallet,
    isHere && isOwnWindow,
    isOwnWindow ? (here?.approvalRequest ?? null) : null,
  );
  const { move: last = null, now } = wallet.info;
  const move = last?.isFinished === false ? last : null;
  const keptUntil = last?.isFinished && last.keptUntil !== undefined && now < last.keptUntil ? last.keptUntil : null;
  const isAsked = requests.approvalRequest !== null;
  const isFree = !isAsked && move === null;
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <Panel title="Your wallet's own page" wallet={wallet.info.address}>
          {isOwnWindow ? (
            <p className="text-sm">
              Only your wallet draws this page: nothing that Tribe's pages do reaches it. Look at its address above
              before you type anything.
            </p>
          ) : (
            <>
              <p role="status" className="text-sm text-pretty">
                {framed}
              </p>
              <p className="text-sm text-pretty text-muted">{partitionTexts.framed.elsewhere}</p>
            </>
          )}
          <p className="font-mono text-sm wrap-anywhere">{wallet.info.address}</p>
        </Panel>
        {isHere && isOwnWindow ? <DeviceSection wallet={wallet} requests={requests} /> : null}
        <WaitSection wallet={wallet} />
        {isHere && move ? (
          <MoveAssetsSection wallet={wallet} from={move.from} keptUntil={null} isMain={!isAsked} />
        ) : null}
        {here ? (
          <PasskeySections
            wallet={wallet}
            loaded={here.safety}
            isNext={isFree && wallet.proof === null}
            mayRemove={isOwnWindow}
          />
        ) : null}
      </div>
      <div className="flex flex-col gap-4">
        {isHere ? (
          <>
            {isOwnWindow ? <EmailSection wallet={wallet} /> : null}
            <KitSection wallet={wallet} isMain={isFree && wallet.proof !== null} />
            {isOwnWindow ? <KeySection wallet={wallet} /> : null}
            {last && keptUntil !== null ? (
              <MoveAssetsSection wallet={wallet} from={last.from} keptUntil={keptUntil} isMain={false} />
            ) : null}
            {/* A move leaves a wallet that mail recovers: in a page that could lie around the frame nobody gives up more than that. */}
            {move || !(isOwnWindow || wallet.info.recovery === "mail_link") ? null : (
              <MoveSection wallet={wallet} keptUntil={keptUntil} />
            )}
          </>
        ) : (
          <RestoreSection wallet={wallet} />
        )}
      </div>
    </div>
  );
};
