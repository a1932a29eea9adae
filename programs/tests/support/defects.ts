/**
 * Possible defects of an account, the error that an instruction must return for each, and why some defects do not apply.
 * Everything is derived from the IDL's description of the account: its name, flags, default and documentation.
 */
import type { Idl, IdlAccount } from "./idl.ts";
import { type Key, keyFor, splToken } from "./keys.ts";
import type { Holding, Meta } from "./machine.ts";

export const defects = [
  "wrong owner",
  "wrong address",
  "missing signer",
  "read-only",
  "duplicated",
  "closed",
  "other token's",
  "planted elsewhere",
  "wrong discriminator",
  "older version",
] as const;
export type Defect = (typeof defects)[number];

/** A defect is refused with one of these errors, or it does not apply. */
export type Verdict = { readonly errors: readonly (number | string)[] } | { readonly because: string };

/** The substitute for an account. */
export type Role = "state" | "mint" | "tokens" | "program" | "made" | "named" | "wallet";

/** A code in the tables below: the error's name in the IDL, or a text in another program's error. */
type ErrorName = string;

/** Accounts whose IDL name decides the error. `Made here.` in their documentation takes precedence. */
const byName: readonly (readonly [RegExp, Role, ErrorName])[] = [
  [/^factory$/, "state", "invalidFactory"],
  [/^token$/, "state", "invalidToken"],
  [/^pool$/, "state", "invalidPool"],
  [/[mM]int$/, "mint", "invalidMint"],
  [/TokenAccount$|[tT]okenVault$|[cC]onversionVault$/, "tokens", "invalidTokenAccount"],
  [/^admin$/, "named", "invalidAdmin"],
  [/^superAdmin$/, "named", "invalidSuperAdmin"],
  [/^feeReceiver$/, "named", "invalidFeeReceiver"],
  [/^programData$/, "named", "invalidProgramData"],
];

/** Accounts with another role in one instruction than their name has elsewhere. */
export type Exceptions = Readonly<
  Record<
    string,
    {
      role?: Role;
      error?: ErrorName | readonly ErrorName[];
      skip?: Partial<Record<Defect, string>>;
      on?: Partial<Record<Defect, ErrorName | readonly ErrorName[]>>;
    }
  >
>;

export type Subject = {
  readonly idl: Idl;
  readonly instruction: string;
  readonly account: IdlAccount;
  readonly exceptions: Exceptions;
};

const exceptionOf = ({ exceptions, instruction, account }: Subject) =>
  exceptions[`${instruction}.${account.name}`] ?? {};

export function roleOf(subject: Subject): Role {
  const { account } = subject;
  const exception = exceptionOf(subject).role;
  if (exception) return exception;
  if (account.docs?.some((line) => line.includes("ade here") || line.includes("Made with"))) return "made";
  if (account.defaultValue?.kind === "programIdValueNode" || account.defaultValue?.publicKey) return "program";
  return byName.find(([pattern]) => pattern.test(account.name))?.[1] ?? "wallet";
}

function wrongIdentity(subject: Subject, role: Role): readonly ErrorName[] {
  const { error } = exceptionOf(subject);
  if (error !== undefined) return [error].flat();
  if (role === "made") return ["invalidAddress"];
  if (role === "program") return ["invalidProgram"];
  const named = byName.find(([pattern]) => pattern.test(subject.account.name));
  if (!named) throw new Error(`${subject.instruction}.${subject.account.name}: say what a wrong one is answered with`);
  return [named[2]];
}

/** The expected result by the IDL's documentation of an account. */
export function verdictOf(subject: Subject, defect: Defect): Verdict {
  const { idl, account } = subject;
  const role = roleOf(subject);
  const { skip, on } = exceptionOf(subject);
  const because = skip?.[defect];
  if (because !== undefined) return { because };
  const errors = (...names: (ErrorName | readonly ErrorName[])[]): Verdict => ({
    errors: names
      .flat()
      .map((name) => idl.errors.find((one) => one.name === name)?.code ?? (/^\d+$/.test(name) ? Number(name) : name)),
  });
  const special = on?.[defect];
  if (special !== undefined) return errors(special);
  switch (defect) {
    case "missing signer":
      if (account.isSigner === false) return { because: "signs nothing" };
      return errors(account.name === "admin" ? "missingCoSignature" : "missingSigner");
    case "read-only":
      return account.isWritable ? errors("notWritable") : { because: "is only read" };
    case "wrong address":
    case "duplicated":
      return role === "wallet" ? { because: "any wallet may stand here" } : errors(wrongIdentity(subject, role));
    case "wrong owner":
      if (role === "made") return errors("alreadyInitialized");
      if (role === "state" || role === "tokens") return errors(wrongIdentity(subject, role));
      return { because: ownerless[role] };
    case "closed":
      if (role === "state" || role === "tokens") return errors(wrongIdentity(subject, role));
      return { because: role === "made" ? "does not exist yet" : ownerless[role] };
    case "other token's":
      if (role === "state" && account.name !== "factory") throw new Error(`say what another token's is answered with`);
      return role === "tokens" || role === "mint"
        ? errors(wrongIdentity(subject, role))
        : { because: "belongs to no token" };
    case "planted elsewhere":
      return role === "state" ? errors(wrongIdentity(subject, role)) : { because: "has no contents of ours" };
    case "wrong discriminator":
      return role === "state" ? errors(wrongIdentity(subject, role)) : { because: "has no discriminator of ours" };
    case "older version":
      return role === "state" ? errors("unsupportedVersion") : { because: "has no version of ours" };
  }
}

const ownerless: Record<Exclude<Role, "made" | "state" | "tokens">, string> = {
  mint: "known by its address, which the token's state keeps",
  program: "known by its address alone",
  named: "known by its address, whoever owns it",
  wallet: "any wallet may stand here",
};

/** How a defect is applied: another account meta, or other data at the same address during the call. */
export type Bend = { readonly meta?: Partial<Meta>; readonly holding?: Holding };

/** An address where our programs can have nothing: it has none of their seeds. */
const elsewhere = keyFor("planted");

export function bendOf(defect: Defect, now: Holding | undefined, other: Key | undefined): Bend {
  const stranger = keyFor("wallet", "stranger");
  const holding = now ?? { lamports: 890_880n, owner: stranger, data: Buffer.alloc(0) };
  switch (defect) {
    case "wrong owner":
      // a legacy token account has the same layout: only its owner differs
      return { holding: { ...holding, owner: holding.data.length === 0 ? stranger : splToken } };
    case "wrong address":
      return { meta: { key: stranger } };
    case "missing signer":
      return { meta: { signer: false } };
    case "read-only":
      return { meta: { writable: false } };
    case "closed":
      return { holding: { lamports: 0n, owner: "11111111111111111111111111111111", data: Buffer.alloc(0) } };
    case "duplicated":
    case "other token's":
      return other === undefined ? {} : { meta: { key: other } };
    case "planted elsewhere":
      // owner, discriminator, version and all fields are right: only the address is wrong
      return { meta: { key: elsewhere }, holding };
    case "wrong discriminator":
      return { holding: { ...holding, data: changed(holding.data, 0) } };
    case "older version":
      return { holding: { ...holding, data: changed(holding.data, 8) } };
  }
}

function changed(data: Buffer, at: number): Buffer {
  const copy = Buffer.from(data);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
