/** Accounts whose name in the IDL does not say enough, and what makes no sense for them. */
import type { Exceptions } from "./defects.ts";

const referrer = { skip: { duplicated: "another officer or creator may be the referrer" } } as const;
/** The associated token program compares address and owner. */
const associated = {
  error: "InvalidSeeds",
  on: { "wrong owner": "IllegalOwner", duplicated: ["InvalidSeeds", "invalidReferrer", "invalidFlags"] },
} as const;
/** Known by its address; only our programs can have made it, and the token program looks at it again. */
const ownVault = { "wrong owner": "IncorrectProgramId", closed: "IncorrectProgramId" } as const;
/** The pool program's own code for an address that is taken. */
const poolTaken = "6117";
const receiver = { role: "wallet", skip: { duplicated: "any wallet may be named" } } as const;

export const curveExceptions: Exceptions = {
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
  "migrate.pool": { on: { "wrong owner": poolTaken } },
  "migrate.poolVault": { on: { "wrong owner": poolTaken } },
  "convert.owner": { role: "named", error: "invalidTokenAccount" },
  "convert.conversionVault": { error: "invalidAddress", on: ownVault },

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
    on: { "missing signer": "invalidAuthority" },
    skip: {
      "older version": "nothing is read of it: only the curve can sign for it",
      "other token's": "decides where the pool lies: a wrong one is another pool's address",
    },
  },
  "createPool.mint": {
    skip: {
      "other token's": "the curve names the mint that it made",
      duplicated: "the curve names the mint that it made",
    },
  },
  "buy.buyer": { role: "named", error: "invalidTokenAccount" },
  "buy.vault": { role: "tokens", error: "invalidVault", on: ownVault },
  "sell.seller": { role: "named", error: "invalidTokenAccount" },
  "sell.vault": { role: "tokens", error: "invalidVault", on: ownVault },
  "collect.creator": { role: "named", error: "invalidCreator" },
};
