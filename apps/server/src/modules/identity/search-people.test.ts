import { routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { newIndexedPerson } from "../indexer/testing/indexed-tribe.ts";
import { setNerfed, setTwitter } from "./store/edit-people.ts";

let app: TestApp;
let visitor: TestDevice;
let number = 0;

const newPerson = async (name: string, handle: string) => {
  const { person } = await newIndexedPerson(app);
  number += 1;
  const account = { id: `x${number}`, name, handle };
  await app.ctx.db.transaction((tx) => setTwitter(tx, person.uid, account, null));
  return person;
};
const find = async (search: string, limit = 5) =>
  (await visitor.call(routes.identity.searchPeople, { query: { search, limit } })).people.map(
    ({ displayName }) => displayName,
  );

beforeAll(async () => {
  app = await startTestApp();
  visitor = await app.newDevice();
  await newPerson("Lena Builds", "lena_builds");
  await newPerson("Lena", "other");
  await newPerson("Émile O'Hara", "emile.hara");
});
afterAll(() => app.stop());

test("people are found by word prefixes of name and handle, exact matches first", async () => {
  expect(await find("le")).toEqual(["Lena", "Lena Builds"]);
  expect(await find("lena")).toEqual(["Lena", "Lena Builds"]);
  expect(await find("BUIL")).toEqual(["Lena Builds"]);
  expect(await find("@lena_builds")).toEqual(["Lena Builds"]);
  expect(await find("hara em")).toEqual(["Émile O'Hara"]);
  expect(await find("ena")).toEqual([]);
  expect(await find("lena", 1)).toEqual(["Lena"]);
});

test("special characters of text search are plain characters", async () => {
  for (const search of ["' | !", "le:*", "a & b", "\\'", "le' or 1=1", "<->", "🙂🙂", "()"]) await find(search);
  expect(await find("!!")).toEqual([]);
});

test("a nerfed person is found by neither name nor handle", async () => {
  const { uid } = await newPerson("Hidden Person", "hidden");
  expect(await find("hidden")).toEqual(["Hidden Person"]);
  await app.ctx.db.transaction((tx) => setNerfed(tx, uid, true));
  expect(await find("hidden")).toEqual([]);
});

test("a search that is too short or too long is refused with its field", async () => {
  for (const search of ["a", " a ", "x".repeat(65)])
    await expect(find(search)).rejects.toThrow(/search|least|most|characters|small|big/i);
});
