/** Accounts whose IDL name is not enough to decide, and defects that do not apply to them. */
import type { Exceptions } from "./defects.ts";

const referrer = { skip: { duplicated: "another officer or creator may be the referrer" } } as const;
/** The associated token program compares address and owner. */
const associated = {
  error: "InvalidSeeds",
  on: { "wrong owner": "IllegalOwner", duplicated: ["InvalidSeeds", "invalidReferrer", "invalidFlags"] },
} as const;
/** Identified by its address; only our programs can have created it, and the token program checks it again. */
const ownVault = { "wrong owner": "IncorrectProgramId", closed: "IncorrectProgramId" } as const;
/** The pool program's own code for an address in use. */
const poolAddressInUse = "6117";
const receiver = { role: "wallet", skip: { duplicated: "any wallet may be named" } } as const;

/** Checked itself: a plain wallet of the system program, which remains one when empty. */
const newCreator = {
  role: "named",
  error: "invalidNewCreator",
  on: { "wrong owner": "invalidNewCreator" },
  skip: { "wrong address": "any wallet may take a token over", closed: "a wallet may be empty" },
} as const;

/** Another token's state or pool is valid in itself: the accounts that depend on it are not. */
const othersAre = (error: string) => ({ on: { "other token's": error } });

export const curveExceptions: Exceptions = {
  "buy.token": othersAre("invalidMint"),
  "sell.token": othersAre("invalidMint"),
  "collect.token": othersAre("invalidCreator"),
  "changeCreator.token": othersAre("invalidMint"),
  "changeCreator.creator": { role: "named", error: "invalidCreator" },
  "changeCreator.newCreator": newCreator,
  "migrate.token": othersAre("invalidMint"),
  "convert.token": othersAre("invalidMint"),
  "createToken.token": { on: { duplicated: ["invalidAddress", "invalidReferrer"] } },
  "createToken.creatorTokenAccount": associated,
  "createToken.inviterTokenAccount": associated,
  "buy.buyer": { role: "named", error: "invalidTokenAccount" },
  "buy.referrer": referrer,
  "sell.seller": { role: "named", error: "invalidTokenAccount" },
  "sell.referrer": referrer,
  "sell.admin": { on: { duplicated: ["invalidAdmin", "missingCoSignature"] } },
  "collect.creator": { role: "named", error: "invalidCreator" },
  "migrate.vault": { role: "named", error: "invalidVault" },
  "migrate.newMint": { role: "made" },
  "migrate.pool": { on: { "wrong owner": poolAddressInUse } },
  "migrate.poolVault": { on: { "wrong owner": poolAddressInUse } },
  "convert.owner": { role: "named", error: "invalidTokenAccount" },
  "convert.conversionVault": { error: "invalidAddress", on: ownVault },

  "initializeFactory.upgradeAuthority": { role: "named", error: "notUpgradeAuthority" },
  "initializeFactory.superAdmin": { role: "wallet" },
  "pauseAsGuardian.guardian": { role: "named", error: "invalidGuardian" },
  "stopSellsAsGuardian.guardian": { role: "named", error: "invalidGuardian" },
  "acceptAdmin.pendingAdmin": { role: "named", error: "notProposed" },
  "acceptSuperAdmin.pendingSuperAdmin": { role: "named", error: "notProposed" },
  "setFeeReceiver.feeReceiver": receiver,
  "setWithdrawReceiver.withdrawReceiver": receiver,
  "withdraw.vault": { role: "named", error: "invalidVault" },
  "withdraw.withdrawReceiver": { role: "named", error: "invalidWithdrawReceiver" },
};

export const poolExceptions: Exceptions = {
  "createPool.token": {
    role: "state",
    error: "invalidAuthority",
    // it decides the pool's address: another one gives another pool
    on: { "missing signer": "invalidAuthority", "other token's": "invalidAddress" },
  },
  "createPool.mint": {
    skip: {
      "other token's": "the curve names the mint that it made",
      duplicated: "the curve names the mint that it made",
    },
  },
  "buy.pool": othersAre("invalidVault"),
  "sell.pool": othersAre("invalidVault"),
  "collect.pool": othersAre("invalidCreator"),
  "buy.buyer": { role: "named", error: "invalidTokenAccount" },
  "buy.vault": { role: "tokens", error: "invalidVault", on: ownVault },
  "sell.seller": { role: "named", error: "invalidTokenAccount" },
  "sell.vault": { role: "tokens", error: "invalidVault", on: ownVault },
  "collect.creator": { role: "named", error: "invalidCreator" },
  "collect.factory": { skip: { "older version": "a later version is read: its first 208 bytes never move" } },
  "changeCreator.pool": othersAre("invalidMint"),
  "changeCreator.creator": { role: "named", error: "invalidCreator" },
  "changeCreator.newCreator": newCreator,
};
