/** Accounts whose name in the IDL does not say enough, and what makes no sense for them. */
import type { Exceptions } from "./defects.ts";

const referrer = { skip: { duplicated: "another officer or creator may be the referrer" } } as const;
/** The associated token program compares address and owner. */
const associated = {
  error: "InvalidSeeds",
  on: { "wrong owner": "IllegalOwner", duplicated: ["InvalidSeeds", "invalidReferrer", "invalidFlags"] },
} as const;

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
};
