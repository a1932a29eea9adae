import { routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => server.stop());

test("a mailed code opens a session that signs calls", async () => {
  const person = await server.newPerson("ada@example.test");
  const { localUser } = await person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  expect(localUser).toMatchObject({ email: "ada@example.test", address: null, tokens: [], isReferral: false });
});
