import {
  ApiError,
  affiliateTokenBonusTokens,
  referralTokenBonusTokens,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { displayNameOf } from "@tribe/domain/people";
import { texts } from "@tribe/domain/words";
import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { eventInsert, writeEvent } from "../../engines/bus/outbox.ts";
import type { People, PeopleEditor, Person } from "../../ports.ts";
import { people } from "./schema.ts";

type Row = typeof people.$inferSelect;

/** A row as others see it: without a display name, the first 6 characters of the address. */
export const toPerson = (row: Row): Person => ({
  uid: row.uid,
  address: row.address,
  displayName: row.deletedAt
    ? texts.deletedAccount
    : displayNameOf({ displayName: row.displayName ?? "", address: row.address ?? row.uid }),
  pfp: row.pfp,
  bio: row.bio,
  isNerfed: row.isNerfed,
  twitter: row.twitter,
  farcaster: row.farcaster,
  isReferral: row.inviterAddress !== null,
  isAffiliate: row.isAffiliate,
  isDiscount: row.isDiscount,
  inviterAddress: row.inviterAddress,
  inviterBonus: tokenUnits(bonusTokens(row) * unitsPerToken),
});

const bonusTokens = (row: Row): bigint => {
  if (row.inviterAddress === null) return 0n;
  return row.isAffiliate ? affiliateTokenBonusTokens : referralTokenBonusTokens;
};

// Every page of a listing reads its creators, every trade its trader.
const byAddressesOn = preparedOnce((db) =>
  db
    .select()
    .from(people)
    .where(sql`${people.address} = any(${sql.placeholder("addresses")})`)
    .prepare("identity_people_by_addresses"),
);
const byEitherOn = preparedOnce((db) =>
  db
    .select()
    .from(people)
    .where(or(eq(people.uid, sql.placeholder("uid")), eq(people.address, sql.placeholder("address"))))
    .prepare("identity_people_by_either"),
);
// Every commit of messages reads their authors.
const byUidsOn = preparedOnce((db) =>
  db
    .select()
    .from(people)
    .where(sql`${people.uid} = any(${sql.placeholder("uids")})`)
    .prepare("identity_people_by_uids"),
);
const byUidOn = preparedOnce((db) =>
  db
    .select()
    .from(people)
    .where(eq(people.uid, sql.placeholder("uid")))
    .prepare("identity_person_by_uid"),
);

/** Reads people for other modules. */
export const createPeople = (): People => ({
  byUid: async (db, uid) => first(await byUidOn(db).execute({ uid })),
  byUids: async (db, uids) => {
    const rows = uids.length === 0 ? [] : await byUidsOn(db).execute({ uids: [...uids] });
    return new Map(rows.map((row) => [row.uid, toPerson(row)]));
  },
  byAddress: async (db, address) => first(await byAddressesOn(db).execute({ addresses: [address] })),
  byUidAndAddress: async (db, uid, address) => {
    const rows = await byEitherOn(db).execute({ uid, address });
    return {
      byUid: first(rows.filter((row) => row.uid === uid)),
      byAddress: first(rows.filter((row) => row.address === address)),
    };
  },
  byAddresses: async (db, addresses) => {
    const rows = addresses.length === 0 ? [] : await byAddressesOn(db).execute({ addresses });
    return new Map(rows.flatMap((row) => (row.address ? [[row.address, toPerson(row)] as const] : [])));
  },
});

/** Changes people for other modules. */
export const createPeopleEditor = (): PeopleEditor => ({
  setAddress: async (tx, uid, address, after) => {
    const { rows } = await tx.execute(sql`
      with ${after ? sql`${after.steps}, ` : sql``}changed as (
        update ${people} set address = ${address}
        where uid = ${uid}${after ? sql` and exists (select from ${after.from})` : sql``} returning uid
      ) ${eventInsert("user.changed", { uid }, sql`changed`)}`);
    return rows.length > 0;
  },
  moveAddress: async (tx, uid, from, to) => {
    await tx
      .update(people)
      .set({ address: to })
      .where(and(eq(people.uid, uid), eq(people.address, from)));
    await tx.update(people).set({ inviterAddress: to }).where(eq(people.inviterAddress, from));
    // Who has no other name is shown by the short address.
    await writeEvent(tx, "user.changed", { uid });
    await writeEvent(tx, "user.faceChanged", { uid });
  },
  setTwitter: async (tx, uid, twitter, pfp) => {
    if (twitter) await claimSocialAccount(tx, people.twitterId, twitter.id, uid);
    // Who has no X account any more is shown with name and picture of Farcaster.
    const face = twitter
      ? { displayName: twitter.name, pfp }
      : { displayName: sql`${people.farcaster} ->> 'name'`, pfp: sql`${people.farcasterPfp}` };
    await tx
      .update(people)
      .set({ twitter, twitterId: twitter?.id ?? null, ...face })
      .where(eq(people.uid, uid));
    await writeEvent(tx, "user.changed", { uid });
  },
  setFarcaster: async (tx, uid, farcaster, farcasterPfp) => {
    if (farcaster) await claimSocialAccount(tx, people.farcasterId, farcaster.id, uid);
    await tx
      .update(people)
      .set({ farcaster, farcasterId: farcaster?.id ?? null, farcasterPfp })
      .where(eq(people.uid, uid));
    await tx
      .update(people)
      .set({ displayName: farcaster?.name ?? null, pfp: farcasterPfp })
      .where(and(eq(people.uid, uid), isNull(people.twitterId)));
    await writeEvent(tx, "user.changed", { uid });
  },
  grant: async (tx, uid, rights) => {
    await tx.update(people).set(rights).where(eq(people.uid, uid));
    await writeEvent(tx, "user.changed", { uid });
  },
  setNerfed: async (tx, uid, isNerfed) => {
    await tx.update(people).set({ isNerfed }).where(eq(people.uid, uid));
    await writeEvent(tx, "user.faceChanged", { uid });
  },
  emailOf: async (db, uid) => {
    const [row] = await db.select({ email: people.email }).from(people).where(eq(people.uid, uid));
    if (!row) throw new ApiError("unauthorized");
    return row.email;
  },
});

/**
 * Locks a social account until the end of the transaction, so that two people who connect it at the same moment are answered one
 * after the other. @throws ApiError `social_taken` when it belongs to another person
 */
const claimSocialAccount = async (
  tx: Executor,
  column: typeof people.twitterId | typeof people.farcasterId,
  id: string,
  uid: Row["uid"],
): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${column.name}:${id}`}, 0))`);
  const others = await tx
    .select({ uid: people.uid })
    .from(people)
    .where(and(eq(column, id), ne(people.uid, uid)));
  if (others.length > 0) throw new ApiError("social_taken");
};

const first = (rows: readonly Row[]): Person | null => (rows[0] ? toPerson(rows[0]) : null);
