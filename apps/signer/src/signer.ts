import {
  type Pause,
  priorityFeeCeilingMicroLamports,
  type SignerConfig,
  type SignerPhase,
  type SignerRequest,
} from "@tribe/contract";
import { airdropRefusals, walletErrorTexts } from "@tribe/domain/words";
import { airdropFlow } from "./airdrops/airdrop-flow.ts";
import type { Approval } from "./airdrops/approval.ts";
import { endFlow } from "./airdrops/end-flow.ts";
import type { ReadAccounts } from "./chain/node-client.ts";
import { type AppChannel, type SignerResult, serveApp } from "./channel/serve.ts";
import { fromBase64 } from "./keys/bytes.ts";
import { canSign } from "./keys/ed25519.ts";
import { ownPageFlow } from "./partition/own-page-flow.ts";
import type { Authenticator } from "./passkeys/authenticator.ts";
import type { UnlockedKeys } from "./passkeys/unlocked.ts";
import { receiveFlow } from "./receive/receive-flow.ts";
import { claimsFlow } from "./signing/claims.ts";
import type { Describe } from "./signing/describe.ts";
import type { FlowDependencies } from "./signing/flow-parts.ts";
import { signFlow } from "./signing/flows.ts";
import { describeOffchainMessage } from "./signing/offchain-message.ts";
import { recoverFlow } from "./signing/recovery/recover-flow.ts";
import { createRenewals } from "./signing/renewal.ts";
import { phaseOf } from "./signing/screen.ts";
import { createStage, type Stage } from "./signing/stage.ts";
import type { AccountStore } from "./storage/account-record.ts";
import { ensureWallet, fetchInfo, unlockKey } from "./wallet/ensure-wallet.ts";
import { createFrameSession, type FrameSession } from "./wallet/session.ts";
import { browserTooOld, WalletError } from "./wallet/wallet-error.ts";

export interface SignerOptions {
  readonly config: SignerConfig;
  readonly port: MessagePort;
  readonly store: AccountStore;
  readonly describeTransaction: Describe;
  /** Reads accounts of the chain. */
  readonly readAccounts: ReadAccounts;
  readonly onTheme: (theme: "light" | "dark") => void;
  readonly fetch?: typeof fetch;
  /** Between two tries of what is the same when it is asked twice. */
  readonly pause?: Pause;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly onMaybeArrived?: FlowDependencies["onMaybeArrived"];
  /** Passkeys and unlocked keys; absent where passkeys are not supported. */
  readonly authenticator?: Authenticator;
  readonly unlocked?: UnlockedKeys;
  /** Gives other pages of this origin a token. */
  readonly shareSession?: (freshToken: () => Promise<string>) => void;
}

export interface Signer {
  readonly stage: Stage;
  readonly session: FrameSession;
  /** Tells the dialog around the frame the content's height, in CSS pixels. */
  readonly reportHeight: (pixels: number) => void;
  /** Has the dialog scroll to a part of the frame, in CSS pixels from its top. */
  readonly reveal: (part: { readonly top: number; readonly height: number }) => void;
  /** Tells the dialog around the frame that Escape was pressed here. */
  readonly escape: () => void;
}

/** The wallet behind one connection: takes the app's requests, shows one at a time, and answers them. */
export const startSigner = (options: SignerOptions): Signer => {
  const { config, store } = options;
  let channel: AppChannel | null = null;
  const session = createFrameSession({
    apiOrigin: config.apiOrigin,
    askForSession: () => channel?.emit({ event: "session_needed" }),
    ...(options.fetch ? { fetch: options.fetch } : {}),
    pause: options.pause,
  });
  options.shareSession?.(() => session.freshToken());
  let told: SignerPhase | null = null;
  const stage = createStage((screen) => {
    const phase = screen.kind === "idle" ? null : phaseOf(screen);
    // Revising a screen is not a new phase.
    if (phase !== null && phase !== told) channel?.emit({ event: "phase", phase });
    told = phase;
  });
  const { onMaybeArrived, authenticator, unlocked, pause } = options;
  const dependencies: FlowDependencies = {
    api: session.api,
    store,
    stage,
    config,
    ...(onMaybeArrived ? { onMaybeArrived } : {}),
    ...(authenticator ? { authenticator } : {}),
    ...(unlocked ? { unlocked } : {}),
    ...(pause ? { pause } : {}),
  };

  const renewals = createRenewals(() => channel?.emit({ event: "renewal_needed" }), options.now ?? Date.now);
  /** The airdrop that was confirmed in this frame. */
  let approval: Approval | null = null;
  let showing = false;
  /** Only one request at a time: a second one could replace the view just as the person presses. */
  const alone = async <T>(run: () => Promise<T>): Promise<T> => {
    if (showing) throw new WalletError("unavailable", walletErrorTexts.busy);
    showing = true;
    stage.begin();
    try {
      return await run();
    } catch (thrown) {
      stage.show({ kind: "idle" });
      throw thrown;
    } finally {
      showing = false;
    }
  };

  const canSignHere = canSign();

  const handle = async (request: SignerRequest): Promise<SignerResult> => {
    if (request.method === "session") {
      session.begin(request.walletToken);
      options.onTheme(request.theme);
      return {};
    }
    if (!(await canSignHere)) throw browserTooOld();
    switch (request.method) {
      case "create":
        return { address: await ensureWallet(dependencies) };
      case "unlock":
        return { address: (await unlockKey(dependencies)).address };
      case "address":
        return { address: (await fetchInfo(dependencies)).address };
      case "signTransaction": {
        const bytes = fromBase64(request.message);
        const renewal = request.canRenew ? renewals.begin() : null;
        const toSign = { bytes, words: request.view, describe: options.describeTransaction, renewal };
        return { signature: await alone(() => signFlow(dependencies, toSign)) };
      }
      case "renew":
        renewals.accept(fromBase64(request.message));
        return {};
      case "signMessage": {
        const bytes = fromBase64(request.message);
        const toSign = { bytes, words: request.view, describe: describeOffchainMessage, renewal: null };
        return { signature: await alone(() => signFlow(dependencies, toSign)) };
      }
      case "signClaims": {
        const { messages, view: words } = request;
        const asked = { messages: messages.map(fromBase64), words };
        return { signatures: [...(await alone(() => claimsFlow(dependencies, options.readAccounts, asked)))] };
      }
      case "confirmAirdrop": {
        const { airdrop, view: words } = request;
        approval = null;
        const ceiling = priorityFeeCeilingMicroLamports;
        approval = await alone(() => airdropFlow(dependencies, options.readAccounts, { airdrop, words, ceiling }));
        return {};
      }
      case "signAirdrop":
        if (!approval) throw new WalletError("refused", airdropRefusals.notConfirmed);
        return { signatures: [...(await approval.sign(request.steps))] };
      case "endAirdrop":
        return { signatures: [...(await alone(() => endFlow(dependencies, options.readAccounts, request)))] };
      case "recover":
        return { address: await alone(() => recoverFlow(dependencies)) };
      case "receive":
        return alone(() => receiveFlow(dependencies));
      case "ownPage":
        return alone(() => ownPageFlow(stage, request.handedOver));
      case "export":
        throw new WalletError("unsupported", walletErrorTexts.noExport);
      case "lock":
        approval = null;
        session.end();
        unlocked?.lockAll();
        stage.act({ kind: "cancel" });
        return {};
      case "cancel":
        approval = null;
        stage.act({ kind: "cancel" });
        return {};
    }
  };
  channel = serveApp(options.port, handle);
  return {
    stage,
    session,
    reportHeight: (pixels) => channel?.emit({ event: "height", pixels }),
    reveal: (part) => channel?.emit({ event: "reveal", ...part }),
    escape: () => channel?.emit({ event: "escape" }),
  };
};
