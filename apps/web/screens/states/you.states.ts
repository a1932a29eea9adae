import { framedWalletPagePath, handedOverFragment, routes } from "@tribe/contract";
import { partitionTexts } from "@tribe/domain/words";
import { anAddress, aUid } from "../fixtures/ids.ts";
import { aPerson, rightToLeftName } from "../fixtures/people.ts";
import { before, days, hours, minutes, screenTime } from "../fixtures/time.ts";
import { fails, on, type ScriptedAnswer } from "../server/answers.ts";
import { scriptedServer } from "../server/scripted-server.ts";
import type { Stage, States } from "./state.ts";

const person = aPerson();
const writer = aPerson({ bio: "Two lines\nof a bio" });
const handle = { id: "x-1", handle: "nora", name: rightToLeftName };
const session = (sessionId: string, device: string, isThis: boolean) => ({
  ...{ sessionId, device, network: "192.0.2.*", signedInAt: before(9 * days), usedAt: before(isThis ? 0 : 2 * days) },
  ...{ expiresAt: screenTime + 20 * days, isThis },
});
const sessions = on(routes.identity.sessions, {
  sessions: [session("session-1", "Chrome on Linux", true), session("session-2", "Safari on iPhone", false)],
});
const own = (path: string, ...answers: readonly ScriptedAnswer[]) => ({
  path,
  as: person,
  server: () => scriptedServer(sessions, ...answers),
});
const wait = (kind: "kit" | "export" | "move", id: string) => ({
  ...{ id, kind, askedAt: before(2 * hours), readyAt: screenTime + 22 * hours, expiresAt: screenTime + 46 * hours },
  devicePublicKey: "AAAA" as never,
});
const place = { device: "Firefox on Windows", network: "198.51.100.*" };
const safety = { waits: [], recovery: "mail_link", kit: null, email: "mara@mail.example" } as const;
const withSafety = (rest: object) => own("/you/security", on(routes.wallet.safety, { ...safety, waits: [], ...rest }));
const passkey = {
  ...{ kind: "passkey", id: "p-1", name: "This phone", addedAt: before(9 * days), from: before(8 * days) },
  ...{ triedAt: before(days), until: null },
} as const;
const deleting = async ({ hand }: Stage): Promise<void> => {
  await hand.press("button", "Delete account");
  await hand.find("checkbox", /understand/);
};

/** A person's own page, their wallet's security, and their account. */
export const youStates = {
  visitor: { path: "/you", server: () => scriptedServer(), shows: "Sign in with e-mail" },
  person: { ...own("/you"), shows: "Edit profile" },
  rightToLeft: {
    ...own("/you"),
    as: aPerson({ displayName: rightToLeftName, twitter: handle }),
    shows: "Edit profile",
  },
  editing: { ...own("/you"), as: writer, show: ({ hand }) => hand.press("button", "Edit profile"), shows: "Bio" },
  bioTooLong: {
    ...own("/you"),
    show: async ({ hand }) => {
      await hand.press("button", "Edit profile");
      await hand.fill("Bio", "one\ntwo\nthree\nfour\nfive");
    },
    shows: "4 lines at most",
  },
  security: { ...withSafety({}), shows: "Security" },
  framedWallet: { ...own(`${framedWalletPagePath}${handedOverFragment("AAAA")}`), shows: "Your wallet's own page" },
  framedWalletClosed: { ...own(framedWalletPagePath), shows: partitionTexts.reopen },
  securityWaits: { ...withSafety({ waits: [wait("kit", "w-1"), wait("move", "w-2")] }), shows: /Stop/ },
  recoveryWaits: {
    ...withSafety({ recoveries: [{ ...wait("kit", "r-1"), place }], sends: [] }),
    shows: /Firefox on Windows/,
  },
  securitySends: {
    ...withSafety({
      sends: [{ ...wait("kit", "s-1"), what: "recipient", address: anAddress("Otto"), lamports: "1250000000" }],
    }),
    shows: /Stop/,
  },
  securityPasskey: {
    ...withSafety({ recovery: "passkey", ways: [passkey], kit: { number: "7Q2M4K9X", triedAt: before(3 * days) } }),
    shows: /^If you lose this device: by/,
  },
  securityNewAddress: {
    ...withSafety({
      emailChange: { id: "e-1", email: "new@mail.example", askedAt: before(hours), from: screenTime + 20 * hours },
    }),
    shows: /new@mail.example/,
  },
  securityQuestion: { ...withSafety({ hasQuestion: true }), shows: /question for you/ },
  securityFailing: {
    ...own("/you/security", on(routes.identity.sessions, fails("internal"))),
    // The words of a failure take another room than what was awaited.
    show: ({ hand }) => hand.see("Try again"),
    shows: "Try again",
  },
  signOutDevice: {
    ...own("/you/security"),
    show: ({ hand }) => hand.press("button", "Sign out Safari on iPhone"),
    shows: "Sign out that device?",
  },
  account: { ...own("/you/account"), shows: "Delete account" },
  blocked: {
    ...own(
      "/you/account",
      on(routes.account.blocks, {
        blocks: ["Otto", rightToLeftName].map((displayName) => ({
          ...{ uid: aUid(displayName), address: anAddress(displayName), displayName, pfp: null },
          blockedAt: before(40 * minutes),
        })),
      }),
    ),
    shows: /Otto/,
  },
  deleteAccount: { ...own("/you/account"), show: deleting, shows: "Mail me the code" },
  deleteAccountCode: {
    ...own("/you/account", on(routes.account.startDeletion, { resendAfterSeconds: 60 })),
    show: async (stage) => {
      await deleting(stage);
      await stage.hand.press("checkbox", /understand/);
      await stage.hand.press("button", "Mail me the code");
    },
    shows: "Code",
  },
} satisfies States;
