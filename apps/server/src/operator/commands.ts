import { isAddress } from "@tribe/chain/accounts";
import {
  buildFactoryMessage,
  buildPauseMessage,
  buildUnpauseMessage,
  type OperationFrame,
} from "@tribe/chain/messages";
import { type Address, tradeVenues } from "@tribe/contract";
import type { FeeSchedule } from "@tribe/domain/money";
import { operate } from "../engines/chain/operate.ts";
import { hasFactory, initializeFactory } from "../engines/chain/set-up-factory.ts";
import { createJobs } from "../engines/jobs/graphile.ts";
import { recordNerf } from "../modules/chat/index.ts";
import { collectFees, migrateToken } from "../modules/factory/index.ts";
import { grantRights, personByAddress, revokeSessions, setNerfed } from "../modules/identity/index.ts";
import { findToken } from "../modules/indexer/index.ts";
import { factoryState, forgetFactoryState, isFactoryPaused } from "../modules/market/index.ts";
import { setServerPause } from "../modules/system/index.ts";
import { ConfigError } from "../settings/environment.ts";
import { listClosedWallets } from "./closed-wallets.ts";
import { makeLookupTable } from "./lookup-table.ts";
import { migrateOrCheck } from "./migrate-database.ts";
import { closeReport, listActions, listReports, listSeatDecisions } from "./moderation.ts";
import { announce, listMails, listPushes } from "./notifications.ts";
import { type Installation, OperatorError } from "./port.ts";
import { requireFunds } from "./require-funds.ts";
import { replaceSealingKey, reseal } from "./sealing-keys.ts";
import { unreachedChain } from "./unreached-chain.ts";

/** One command of an operator. */
interface Command {
  /** The command with its arguments, as docs/operating.md and `--help` show it. */
  readonly usage: string;
  readonly meaning: string;
  /** @returns a sentence about what was done. @throws OperatorError, or Error with the chain's message. */
  readonly run: (installation: Installation, args: readonly string[]) => Promise<string>;
}

/** Every command by its name, in the order of docs/operating.md. */
export const commands = {
  pause: {
    usage: "pause",
    meaning: "Stops creations and trades of the app; on chain, plain sells go on",
    run: async (installation) => `Paused by ${await asSuperAdmin(installation, buildPauseMessage)}.`,
  },
  unpause: {
    usage: "unpause",
    meaning: "Lets them go on",
    run: async (installation) => `Goes on by ${await asSuperAdmin(installation, buildUnpauseMessage)}.`,
  },
  maintenance: {
    usage: "maintenance [off]",
    meaning:
      "Stops every onchain feature of the app by the server alone, until it is set off; it works while the chain does not answer",
    run: async (installation, args) => {
      const isPaused = isOn(args[0]);
      // Most needed while the chain does not answer, so it must work then, too.
      const isOnChain = await isFactoryPaused(installation.chain);
      const isNew = await installation.database().transaction((tx) => setServerPause(tx, isPaused, isOnChain));
      if (!isNew) return `Maintenance was ${isPaused ? "on" : "off"} already; nothing was changed.`;
      return `Maintenance is ${isPaused ? "on: every open page says so" : "off"}.`;
    },
  },
  collect: {
    usage: "collect <mint>",
    meaning: "Pays a token's fees to its creator and the platform now; creators are paid every ten minutes anyway",
    run: async (installation, args) => {
      const mint = addressOf(args[0], "mint");
      const token = await findToken(installation.database(), mint);
      if (!token) throw new OperatorError(`The index knows no token ${mint}.`);
      const { chain } = installation;
      const keys = { admin: await installation.admin() };
      const signatures: string[] = [];
      for (const venue of tradeVenues) {
        const anything = (accrued: { creatorFees: bigint; platformFees: bigint }) =>
          accrued.creatorFees + accrued.platformFees > 0n;
        const signature = await collectFees({ chain, keys }, token, venue, anything);
        if (signature) signatures.push(signature);
      }
      return signatures.length > 0
        ? `Collected by ${signatures.join(" and ")}.`
        : "Nothing has accrued since the last collect.";
    },
  },
  migrate: {
    usage: "migrate <mint>",
    meaning: "Turns a full curve into its pool now; the server does it by itself when the curve is full",
    run: async (installation, args) => {
      const mint = addressOf(args[0], "mint");
      const token = await findToken(installation.database(), mint);
      if (!token) throw new OperatorError(`The index knows no token ${mint}.`);
      const { chain } = installation;
      const outcome = await migrateToken({ chain, keys: { admin: await installation.admin() } }, token);
      switch (outcome.kind) {
        case "migrated":
          return `Migrated by ${outcome.signature}.`;
        case "already":
          return "It has migrated before; nothing was changed.";
        case "open":
          throw new OperatorError("Its curve is not full yet: it migrates when every token of it is bought.");
      }
    },
  },
  fees: {
    usage: "fees",
    meaning: "Shows what trades cost, and what was announced",
    run: async ({ chain }) => {
      const { fees, announcedFees } = await factoryState(chain);
      const now = `In force, in basis points: ${feesInWords(fees)}.`;
      if (!announcedFees) return `${now} Nothing is announced.`;
      if (hasLapsed(announcedFees)) return `${now} The last announcement lapsed at ${timeOf(announcedFees.until)}.`;
      return `${now} Announced, to be applied from ${timeOf(announcedFees.from)} until ${timeOf(announcedFees.until)}: ${feesInWords(announcedFees.fees)}.`;
    },
  },
  "update-fees": {
    usage: "update-fees <changes>",
    meaning:
      "Changes fees, as in creator-buy=150,platform-sell=180 (basis points): at once where nobody pays more, else announced for 24 hours later",
    run: async (installation, args) => {
      const { chain } = installation;
      const { fees: before } = await readFactoryState(chain);
      const fees = changedFees(before, args[0] ?? "");
      const signature = await asSuperAdmin(installation, (frame) =>
        buildFactoryMessage(frame, { kind: "updateFees", fees }),
      );
      const { announcedFees } = await readFactoryState(chain);
      return announcedFees
        ? `Announced by ${signature}. It comes into force after ${timeOf(announcedFees.from)}, by itself within ten minutes or by apply-fees.`
        : `In force by ${signature}.`;
    },
  },
  guardian: {
    usage: "guardian [address or none]",
    meaning:
      "Shows or names the guardian, whose key can pause and stop trading on chain for 72 hours, and nothing else (docs/deploy.md)",
    run: async (installation, args) => {
      if (args[0] === undefined) {
        const { guardian } = await readFactoryState(installation.chain);
        return guardian === null ? "There is no guardian." : `The guardian is ${guardian}.`;
      }
      const guardian = args[0] === "none" ? null : addressOf(args[0], "guardian");
      const signature = await asSuperAdmin(installation, (frame) =>
        buildFactoryMessage(frame, { kind: "setGuardian", guardian }),
      );
      return `${guardian === null ? "There is no guardian any more" : `The guardian is ${guardian}`}, by ${signature}.`;
    },
  },
  "apply-fees": {
    usage: "apply-fees",
    meaning:
      "Puts announced fees into force, 24 to 72 hours after they were announced; anybody may, the admin's key pays",
    run: async (installation) => {
      const { chain } = installation;
      await requireFactory(chain);
      const { announcedFees } = await readFactoryState(chain);
      if (!announcedFees) return "No fees are announced; nothing was changed.";
      if (BigInt(Math.floor(Date.now() / 1000)) < announcedFees.from)
        throw new OperatorError(`These fees can be applied from ${timeOf(announcedFees.from)} on, not before.`);
      if (hasLapsed(announcedFees))
        throw new OperatorError(
          `These fees could be applied until ${timeOf(announcedFees.until)}. Announce them again.`,
        );
      return `In force by ${await operate(chain, await installation.admin(), (frame) => buildFactoryMessage(frame, { kind: "applyFees" }))}.`;
    },
  },
  affiliate: {
    usage: "affiliate <address> [off]",
    meaning: "Makes the owner of a wallet a partner: whom they invite from then on counts as affiliate",
    run: async (installation, args) => {
      const isAffiliatePartner = isOn(args[1]);
      const name = await grant(installation, args[0], { isAffiliatePartner });
      return `${name} ${isAffiliatePartner ? "is a partner from now on" : "is no partner any more"}.`;
    },
  },
  discount: {
    usage: "discount <address> [off]",
    meaning: "Gives the owner of a wallet the discounted platform fee",
    run: async (installation, args) => {
      const isDiscount = isOn(args[1]);
      const name = await grant(installation, args[0], { isDiscount });
      return `${name} trades ${isDiscount ? "at a discount" : "at full fees"} from now on.`;
    },
  },
  nerf: {
    usage: "nerf <address> [off]",
    meaning:
      "Shows the owner of a wallet to others by the short address alone, without bio and picture, and their Tribe by the same address, without its picture",
    run: async (installation, args) => {
      const isNerfed = isOn(args[1]);
      const { db, person } = await personOf(installation, args[0]);
      await db.transaction(async (tx) => {
        await setNerfed(tx, person.uid, isNerfed);
        await recordNerf(tx, person.uid, isNerfed);
      });
      return `${person.displayName} is shown ${isNerfed ? "by the short address alone" : "in full"} from now on.`;
    },
  },
  "end-sessions": {
    usage: "end-sessions <address>",
    meaning:
      "Signs the owner of a wallet out everywhere, as after a theft; they sign in again by themselves, and take the wallet by mail",
    run: async (installation, args) => {
      const { db, person } = await personOf(installation, args[0]);
      const ended = await db.transaction((tx) => revokeSessions({ jobs: createJobs() }, tx, person.uid));
      return `${person.displayName} is signed out: ${ended} ${ended === 1 ? "session" : "sessions"} ended.`;
    },
  },
  reports: {
    usage: "reports",
    meaning: "Shows the oldest 20 reports that wait, each with the message as it was and what was said around it",
    run: listReports,
  },
  "remove-message": {
    usage: "remove-message <report>",
    meaning: "Deletes a reported message for everybody, refuses its files from then on, and closes its reports",
    run: (installation, args) => closeReport(installation, args[0], "removed"),
  },
  "dismiss-report": {
    usage: "dismiss-report <report>",
    meaning: "Leaves a reported message as it is and closes its reports",
    run: (installation, args) => closeReport(installation, args[0], "dismissed"),
  },
  moderation: {
    usage: "moderation",
    meaning: "Shows what operators did last with messages and people",
    run: listActions,
  },
  seats: {
    usage: "seats <mint> [address]",
    meaning: "Shows the last decisions about a Tribe's seats, or one person's there: balance, its slot, rank and rule",
    run: (installation, args) =>
      listSeatDecisions(installation, addressOf(args[0], "mint"), args[1] ? addressOf(args[1], "wallet") : null),
  },
  announce: {
    usage: "announce <text> [route] [mail]",
    meaning:
      "Tells everybody something, in the app and by push, with `mail` also by mail; a press leads to the route, such as /wallet",
    run: (installation, args) => announce(installation, args[0] ?? "", args[1] ?? "/notifications", args[2]),
  },
  pushes: {
    usage: "pushes <address>",
    meaning: "Shows what became of a person's last 50 pushes: sent, dropped and why, or refused by a push service",
    run: async (installation, args) => {
      const { db, person } = await personOf(installation, args[0]);
      return listPushes(db, person.uid);
    },
  },
  mails: {
    usage: "mails <address>",
    meaning: "Shows what became of a person's last 50 notifications by mail: sent, or dropped and why",
    run: async (installation, args) => {
      const { db, person } = await personOf(installation, args[0]);
      return listMails(db, person.uid);
    },
  },
  "make-keys": {
    usage: "make-keys",
    meaning:
      "Makes the keys that this installation does not have yet, in its data folder; production never makes one by itself",
    run: async (installation) => {
      const made = await installation.makeKeys();
      if (!made) return "No key is missing; nothing was changed.";
      const { admin, superAdmin, folder, vapidPublicKey } = made;
      return (
        `The keys are in ${folder}: admin ${admin}, super admin ${superAdmin}. Back them up now, apart from the database. ` +
        `For pushes set VAPID_PUBLIC_KEY=${vapidPublicKey} and VAPID_PRIVATE_KEY_FILE=${folder}/vapid-private.key.`
      );
    },
  },
  "replace-key": {
    usage: "replace-key <name>",
    meaning:
      "Puts a new key into the place of session-secret, server-share, recovery-share or oauth, and keeps the one of before beside it; then start the processes that open it anew and run reseal",
    run: (installation, args) => replaceSealingKey(installation, args[0] ?? ""),
  },
  reseal: {
    usage: "reseal",
    meaning:
      "Seals anew what keys of before have sealed, also after a KMS took a file's place; beside the running server, and as often as you like",
    run: reseal,
  },
  "attestation-key": {
    usage: "attestation-key",
    meaning:
      "Shows the public half of the key that says whose account is whose: the wallet's page is built with it (`VITE_ATTESTATION_KEY`)",
    run: (installation) => installation.attestationKey(),
  },
  check: {
    usage: "check",
    meaning:
      "Looks at settings, database, migrations, accounts, clock, keys, chain, mail, NATS and files, a line for each, with the way out of what is wrong",
    run: async (installation) => {
      const { lines, isWell } = await installation.check();
      if (!isWell) throw new OperatorError(lines.join("\n"));
      return lines.join("\n");
    },
  },
  "closed-wallets": {
    usage: "closed-wallets",
    meaning:
      "After the database was restored: shows the wallets that it has closed, as they changed after the backup, and what their owners can do; with the data folder of the role keys",
    run: listClosedWallets,
  },
  "migrate-database": {
    usage: "migrate-database [--check]",
    meaning:
      "Applies the migrations that the database lacks of this version, before its processes start; with --check it only names them, and fails if there are any",
    run: (installation, args) => migrateOrCheck(installation, args[0]),
  },
  "setup-factory": {
    usage: "setup-factory",
    meaning: "Sets the program's factory up with this installation's keys, once; the super admin's key pays",
    run: async (installation) => {
      const [admin, superAdmin] = [await installation.admin(), await installation.superAdmin()];
      await requireFunds(installation.chain, { admin: admin.address, superAdmin: superAdmin.address });
      return (await initializeFactory(installation.chain, { admin, superAdmin }))
        ? `The factory is set up: admin ${admin.address}, super admin ${superAdmin.address}.`
        : "There is a factory already; nothing was changed.";
    },
  },
  "make-lookup-table": {
    usage: "make-lookup-table [address]",
    meaning:
      "Makes the cluster's lookup table for airdrops, once, which nobody can change after; the admin's key pays. With an address: checks that one",
    run: (installation, args) => makeLookupTable(installation, args[0] ? addressOf(args[0], "lookup table") : null),
  },
} as const satisfies Record<string, Command>;

/** Runs the command line's command. @throws OperatorError when it is unknown, or fails. */
export const runCommand = async (installation: Installation, typed: readonly string[]): Promise<string> => {
  const [name = "", ...args] = typed;
  const command = Object.entries<Command>(commands).find(([each]) => each === name)?.[1];
  if (!command) throw new OperatorError(`"${name}" is no command.\n\n${help()}`);
  const [min, max] = [/<[^>]+>/g, /<[^>]+>|\[[^\]]+\]/g].map((kind) => command.usage.match(kind)?.length ?? 0);
  if (args.length < (min ?? 0) || args.length > (max ?? 0)) throw new OperatorError(`Usage: ${command.usage}`);
  try {
    return await command.run(installation, args);
  } catch (error) {
    if (error instanceof OperatorError || error instanceof ConfigError) throw error;
    const reason = await unreachedChain(installation.chain);
    if (reason !== null) throw new OperatorError(reason, { cause: error });
    throw error;
  }
};

/** The text of `--help`. */
export const help = (): string =>
  [
    "npm run operator -- <command>",
    ...Object.values<Command>(commands).map(({ usage, meaning }) => `  ${usage.padEnd(26)}${meaning}`),
    "It reads the server's own environment variables and the keys in its data folder.",
  ].join("\n");

/** @throws OperatorError when the chain has none, or is another installation's or nobody's */
const requireFactory = async (chain: Installation["chain"]): Promise<void> => {
  if (await hasFactory(chain)) return;
  throw new OperatorError((await unreachedChain(chain)) ?? "There is no factory yet: run setup-factory first.");
};

const asSuperAdmin = async (
  installation: Installation,
  build: (frame: OperationFrame) => Promise<Uint8Array>,
): Promise<string> => {
  const { chain } = installation;
  await requireFactory(chain);
  const { superAdmin } = await factoryState(chain);
  const own = await installation.superAdmin();
  if (superAdmin !== own.address)
    throw new OperatorError(
      `The factory's super admin is ${superAdmin}, the key of this data folder is ${own.address}. ` +
        "Set TRIBE_DATA_DIR to the folder that has the right key.",
    );
  return operate(chain, own, build);
};

/** Reads the factory's current state, not the one cached for five seconds. */
const readFactoryState = (chain: Installation["chain"]) => {
  forgetFactoryState(chain);
  return factoryState(chain);
};

const feeNames = {
  "creator-buy": "creatorBuyBps",
  "creator-sell": "creatorSellBps",
  "platform-buy": "platformBuyBps",
  "platform-sell": "platformSellBps",
  referral: "referralBps",
  affiliate: "affiliateBps",
  discount: "discountBps",
} as const satisfies Record<string, keyof FeeSchedule>;
const isFee = (name: string): name is keyof typeof feeNames => Object.hasOwn(feeNames, name);

const feesInWords = (fees: FeeSchedule): string =>
  Object.entries(feeNames)
    .map(([name, field]) => `${name} ${fees[field]}`)
    .join(", ");

/** @throws OperatorError for an unknown name or invalid value. */
const changedFees = (before: FeeSchedule, changes: string): FeeSchedule => {
  const fees: Record<keyof FeeSchedule, number> = { ...before };
  for (const change of changes.split(",")) {
    const [name = "", value = ""] = change.split("=");
    if (!isFee(name)) throw new OperatorError(`There is no fee "${name}": ${Object.keys(feeNames).join(", ")}.`);
    if (!/^\d{1,4}$/.test(value)) throw new OperatorError(`"${value}" is no fee in basis points, from 0 to 1000.`);
    fees[feeNames[name]] = Number(value);
  }
  return fees;
};

/** By this machine's clock; the program goes by the chain's. */
const hasLapsed = ({ until }: { readonly until: bigint }): boolean => BigInt(Math.floor(Date.now() / 1000)) > until;

const timeOf = (unixSeconds: bigint): string => new Date(Number(unixSeconds) * 1000).toISOString();

const grant = async (
  installation: Installation,
  text: string | undefined,
  rights: { isAffiliatePartner?: boolean; isDiscount?: boolean },
): Promise<string> => {
  const { db, person } = await personOf(installation, text);
  await db.transaction((tx) => grantRights(tx, person.uid, rights));
  return person.displayName;
};

const personOf = async (installation: Installation, text: string | undefined) => {
  const address = addressOf(text, "wallet");
  const db = installation.database();
  const person = await personByAddress(db, address);
  if (!person) throw new OperatorError(`Nobody has the wallet ${address}.`);
  return { db, person };
};

const addressOf = (text: string | undefined, what: string): Address => {
  if (text && isAddress(text)) return text;
  throw new OperatorError(`"${text ?? ""}" is no address of a ${what}.`);
};

const isOn = (text: string | undefined): boolean => {
  if (text === undefined) return true;
  if (text === "off") return false;
  throw new OperatorError(`"${text}" is not "off".`);
};
