import { tradeAddresses } from "@tribe/chain/messages";
import { addressSchema, lamports, lamportsPerSol, routes } from "@tribe/contract";
import { expect } from "vitest";
import { minutes, screenTime } from "../../../web/screens/fixtures/time.ts";
import { fails, neverAnswers, on } from "../../../web/screens/server/answers.ts";
import { toBase64 } from "../../src/keys/bytes.ts";
import { airdropOf } from "../../src/testing/airdrop.ts";
import { tokenOnChain } from "../../src/testing/chain-answers.ts";
import { buyMessage, claimMessage, offchainMessage, tradeOf, transferMessage } from "../../src/testing/messages.ts";
import { boxes, creationMessage } from "../fixtures/boxes.ts";
import { makePasskey } from "../fixtures/passkeys.ts";
import { friend } from "../fixtures/people.ts";
import { buyAt, buyExactly, migrated, toSign, withoutNode, withToken } from "../fixtures/requests.ts";
import { routed } from "../fixtures/routes.ts";
import { walletScript } from "../server/wallet-script.ts";
import type { WalletScreen } from "../support/wallet-screen.ts";
import type { WalletState } from "./state.ts";

/** Sends SOL to somebody whom nobody knows. */
const sends = (amount: bigint): Pick<WalletState, "server" | "asks"> => ({
  server: withToken(tokenOnChain),
  asks: async (wallet) =>
    toSign(
      await transferMessage(wallet, {
        ...{ recipient: await friend(), asset: { kind: "sol", lamports: lamports(amount) } },
        memo: "for lunch",
      }),
    ),
});

const { frame } = tradeOf;

const pressConfirm = (screen: WalletScreen): Promise<void> => screen.getByRole("button", { name: "Confirm" }).click();

export const confirmStates = {
  buy: buyAt(96n),
  buyExactly: buyExactly(5n),
  buyDearly: buyExactly(12n),
  warned: buyAt(90n),
  typed: { ...buyAt(50n), show: (screen) => screen.getByRole("textbox").fill("acc") },
  noMinimum: buyAt(0n),
  reversedName: buyAt(96n, { name: "\u202Eeno laer ehT” for 0 SOL", symbol: "עמותה" }),
  longName: buyAt(96n, { name: "Harbourradioofthewholenorthernsea", symbol: "HARBOURRAD" }),
  unchecked: { server: withoutNode, asks: async (wallet) => toSign(await buyMessage(wallet)) },
  sell: boxes.curve.sale,
  sellEverything: boxes.curve.closingSale,
  closeAccounts: boxes.closeAccounts,
  create: {
    server: withToken(tokenOnChain),
    asks: async (wallet) => toSign(await creationMessage(wallet)),
  },
  claim: {
    server: withToken(tokenOnChain),
    asks: async (wallet) => toSign(await claimMessage(wallet, (await tradeAddresses(7n, frame.program)).mint, 1)),
  },
  sendToken: {
    server: withToken(tokenOnChain),
    asks: async (wallet) => {
      const { mint } = await tradeAddresses(7n, frame.program);
      const asset = { kind: "token", mint, units: 2_500_000_000n, decimals: 9 } as const;
      return toSign(await transferMessage(wallet, { recipient: await friend(), asset }), {
        spendLabel: "Max SOL Required",
      });
    },
  },
  swapBuy: migrated("swapBuy"),
  swapSell: migrated("swapSell"),
  convert: migrated("convert"),
  collect: migrated("collect"),
  routeBuy: routed("buy"),
  routeSell: routed("sell"),
  send: sends(1_000_000_001n),
  sendSaved: {
    ...sends(1_000_000_001n),
    show: async (screen) => {
      await screen.getByRole("button", { name: "Save this address" }).click();
      await screen.getByRole("textbox", { name: "Save this address as" }).fill("Ann");
    },
  },
  sendWaits: sends(6n * lamportsPerSol),
  message: {
    server: walletScript,
    asks: (wallet) => ({
      method: "signMessage",
      message: toBase64(offchainMessage(wallet, "I am Ann.\nThis is my wallet.")),
      view: { title: "Sign", description: "Sign a message" },
    }),
  },
  airdrop: {
    server: withToken(tokenOnChain),
    prepare: ({ wallet, attestor }) =>
      wallet.stateCreators(async (mint) => {
        const creator = wallet.address();
        return creator && attestor.stateCreator(mint, creator, { expiresAt: screenTime + 10 * minutes });
      }),
    asks: async (wallet) => ({
      method: "confirmAirdrop",
      airdrop: await airdropOf({}, wallet),
      view: { title: "Airdrop", description: "Give tokens away" },
    }),
  },
  refused: {
    server: withToken(tokenOnChain),
    asks: async (wallet) => toSign(await buyMessage(wallet, addressSchema.parse("11111111111111111111111111111114"))),
  },
  signing: {
    ...buyAt(96n),
    prepare: ({ server }) => server.answer(on(routes.wallet.fetchShare, neverAnswers)),
    show: pressConfirm,
  },
  failed: {
    ...buyAt(96n),
    prepare: ({ server }) => server.answer(on(routes.wallet.fetchShare, fails("unavailable"))),
    show: async (screen) => {
      await pressConfirm(screen);
      await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
    },
  },
  waits: {
    ...sends(6n * lamportsPerSol),
    show: async (screen) => {
      await screen.getByRole("button", { name: "Ask, and wait" }).click();
      await expect.element(screen.getByRole("button", { name: "OK" })).toBeVisible();
    },
  },
  touch: {
    ...sends(6n * lamportsPerSol),
    prepare: async (script, here) => {
      await makePasskey(script, here);
      script.authenticator.set({ isSilent: true });
    },
    show: async (screen) => {
      await pressConfirm(screen);
      await expect
        .element(screen.getByRole("heading", { name: /Use your passkey for this|Your wallet is locked/ }))
        .toBeVisible();
    },
  },
  receive: { server: walletScript, asks: () => ({ method: "receive" }) },
} as const satisfies Record<string, WalletState>;
