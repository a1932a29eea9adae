import type { Address, Uid } from "@tribe/contract";
import { eq, or, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { type Person, toPerson } from "../rules/person.ts";
import { people } from "../schema.ts";

type Row = typeof people.$inferSelect;

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

/** A person; null when there is none. */
export const personByUid = async (db: Reader, uid: Uid): Promise<Person | null> =>
  firstPerson(await byUidOn(db).execute({ uid }));

/** People by their ids; unknown ones are absent. */
export const peopleByUids = async (db: Reader, uids: readonly Uid[]): Promise<Map<Uid, Person>> => {
  const rows = uids.length === 0 ? [] : await byUidsOn(db).execute({ uids: [...uids] });
  return new Map(rows.map((row) => [row.uid, toPerson(row)]));
};

/** The person of a wallet; null when there is none. */
export const personByAddress = async (db: Reader, address: Address): Promise<Person | null> =>
  firstPerson(await byAddressesOn(db).execute({ addresses: [address] }));

/** Two people in one query: one by account, if given, and one by wallet. */
export const peopleByUidAndAddress = async (
  db: Reader,
  uid: Uid | null,
  address: Address,
): Promise<{ readonly byUid: Person | null; readonly byAddress: Person | null }> => {
  const rows = await byEitherOn(db).execute({ uid, address });
  return {
    byUid: firstPerson(rows.filter((row) => row.uid === uid)),
    byAddress: firstPerson(rows.filter((row) => row.address === address)),
  };
};

/** People by their wallets; unknown ones are absent. */
export const peopleByAddresses = async (db: Reader, addresses: readonly Address[]): Promise<Map<Address, Person>> => {
  const rows = addresses.length === 0 ? [] : await byAddressesOn(db).execute({ addresses });
  return new Map(rows.flatMap((row) => (row.address ? [[row.address, toPerson(row)] as const] : [])));
};

const firstPerson = (rows: readonly Row[]): Person | null => (rows[0] ? toPerson(rows[0]) : null);
