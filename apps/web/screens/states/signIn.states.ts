import { apiErrors, googleReturnPath, routes } from "@tribe/contract";
import { everydayAnswers } from "../fixtures/everyday.ts";
import { aPerson } from "../fixtures/people.ts";
import { aSession } from "../fixtures/sessions.ts";
import { screenTime } from "../fixtures/time.ts";
import { aTribe, lineOf } from "../fixtures/tribes.ts";
import { fails, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const newcomer = aPerson({ twitter: null, address: null });
const email = "mara@mail.example";
const listing = on(routes.market.list, { tokens: [lineOf(aTribe({ name: "Ida" }))], total: 1, nextCursor: null });

/** A visitor's own page, whose sign-in these answers follow. */
const visitor = (...answers: readonly ScriptedAnswer[]) => ({
  path: "/you",
  server: () =>
    scriptedServer(
      ...everydayAnswers(newcomer),
      listing,
      on(routes.chat.subscribers, { subscribers: [] }),
      on(routes.identity.startEmail, { resendAfterSeconds: 60 }),
      on(routes.identity.verifyEmail, fails("mail_code_wrong")),
      ...answers,
    ),
});
const askForCode = async ({ hand }: Stage): Promise<void> => {
  await hand.press("button", "Sign in with e-mail");
  await hand.fill("E-mail", email);
  await hand.press("button", "Send code");
  await hand.find("textbox", "Code");
};
const signIn = async (stage: Stage): Promise<void> => {
  const { hand, server } = stage;
  server.wallet.setAddress(aPerson().address);
  await askForCode(stage);
  await hand.fill("Code", "123456");
};
/** Whose wallet is made once their page has asked for it. */
const newly = {
  ...visitor(),
  server: () => {
    const server = visitor(on(routes.identity.verifyEmail, aSession)).server();
    const hasWallet = () => server.wallet.requests.some(({ request }) => request.method === "create");
    server.answer(
      on(routes.identity.signIn, () => ({ localUser: hasWallet() ? aPerson({ twitter: null }) : newcomer })),
    );
    return server;
  },
};
const later = async (stage: Stage, times: number): Promise<void> => {
  await signIn(stage);
  for (const title of ["Your wallet is ready", "Connect social"].slice(0, times)) {
    await stage.hand.see(title);
    await stage.hand.press("button", "Later");
  }
};
const google = (...answers: readonly ScriptedAnswer[]) => ({
  ...visitor(on(routes.identity.startGoogle, { authorizationUrl: `${googleReturnPath}?state=first` }), ...answers),
  show: async ({ hand }: Stage) => {
    await hand.press("button", "Sign in with e-mail");
    await hand.press("button", "Continue with Google");
  },
});
const own = (path: string, ...answers: readonly ScriptedAnswer[]) => ({
  path,
  as: aPerson({ twitter: null }),
  server: () => scriptedServer(...answers),
});
const connection = { connectionId: "c-1", url: "https://farcaster.example/approve/1", expiresAt: screenTime + 600_000 };
const manage = { path: "/you", as: aPerson(), server: () => scriptedServer() };

/** From the address to the wallet and the accounts that a person connects. */
export const signInStates = {
  address: { ...visitor(), show: ({ hand }) => hand.press("button", "Sign in with e-mail"), shows: "Send code" },
  code: { ...visitor(), show: askForCode, shows: "Code" },
  wrongCode: { ...visitor(), isLostByResize: true, show: signIn, shows: apiErrors.mail_code_wrong.message },
  googleDenied: {
    ...google(on(routes.identity.finishGoogle, fails("google_denied"))),
    isLostByResize: true,
    shows: /^You weren't signed in with Google/,
  },
  googleCode: { ...google(on(routes.identity.finishGoogle, { outcome: "codeNeeded", email })), shows: "Code" },
  walletReady: { ...newly, show: signIn, shows: "Your wallet is ready" },
  connectSocial: { ...newly, show: (stage) => later(stage, 1), shows: "Connect social" },
  howItWorksLast: { ...newly, show: (stage) => later(stage, 2), shows: "How it works" },
  socialTaken: { ...own("/you?social=taken"), shows: apiErrors.social_taken.message },
  socialDenied: { ...own("/you?social=denied"), shows: /./ },
  farcasterWaiting: {
    ...own(
      "/you",
      on(routes.social.startFarcaster, connection),
      on(routes.social.finishFarcaster, { outcome: "pending" }),
    ),
    show: async ({ hand }) => {
      await hand.press("button", /^Connect social/);
      await hand.press("button", "Connect Farcaster");
    },
    shows: /QR code/,
  },
  manageSocials: { ...manage, show: ({ hand }) => hand.press("button", /^Manage socials/), shows: "Unlink X" },
  unlinkX: {
    ...manage,
    show: async ({ hand }) => {
      await hand.press("button", /^Manage socials/);
      await hand.press("button", "Unlink X");
    },
    shows: "Unlink",
  },
} satisfies States;
