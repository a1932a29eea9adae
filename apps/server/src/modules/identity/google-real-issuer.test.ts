import { googleReturnPath, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { client } from "./testing/hostile-issuer.ts";
import { type RealIssuer, startRealIssuer } from "./testing/real-issuer.ts";

// A certified server by other authors finds misunderstandings that our own stand-in shares with our code.

const { identity } = routes;
const other = { clientId: "other", clientSecret: "its own secret", redirectUri: "https://other.example/back" };
let issuer: RealIssuer;
let server: TestApp;
beforeAll(async () => {
  issuer = await startRealIssuer();
  server = await startTestApp({
    config: { google: { ...client, issuer: issuer.url }, signInMethods: ["email", "google"] },
  });
  issuer.open([{ ...client, redirectUri: `${server.origin}${googleReturnPath}` }, other]);
});
afterAll(async () => {
  await server?.stop();
  await issuer?.stop();
});

const somebody = () => {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub}@gmail.com` };
};
const begin = async (device: TestDevice): Promise<URL> =>
  new URL((await device.call(identity.startGoogle, {})).authorizationUrl);
const finish = (device: TestDevice, returned: URLSearchParams) => {
  const { state = "", code, iss } = Object.fromEntries(returned);
  return device.call(identity.finishGoogle, { body: { state, ...(code ? { code } : {}), ...(iss ? { iss } : {}) } });
};
const codeIs = (call: Promise<unknown>) =>
  call.then(
    () => "it worked",
    (error: { code?: string }) => error.code,
  );

test("a person signs in through a real provider's pages, and is the same person the next time", async () => {
  const mara = somebody();
  const uids: string[] = [];
  for (const device of [await server.newDevice(), await server.newDevice()]) {
    const answer = await finish(device, await issuer.visit((await begin(device)).href, mara));
    if (answer.outcome !== "signedIn") throw new Error("the mailbox is asked for first");
    device.credentials = { ...device.credentials, session: answer.session };
    const { localUser } = await device.call(identity.signIn, { body: { loginMethod: "google" } });
    expect(localUser.email).toBe(mara.email);
    uids.push(localUser.uid);
  }
  expect(uids[1]).toBe(uids[0]);
});

test("a real provider's redirect contains its issuer, and another issuer is refused", async () => {
  const device = await server.newDevice();
  const returned = await issuer.visit((await begin(device)).href, somebody());
  expect(returned.get("iss")).toBe(issuer.url);
  for (const iss of ["https://evil.example", null]) {
    const next = await issuer.visit((await begin(device)).href, somebody());
    if (iss === null) next.delete("iss");
    else next.set("iss", iss);
    expect(await codeIs(finish(device, next))).toBe("google_denied");
  }
});

test("a code works once, only with its own state and for its own app", async () => {
  const device = await server.newDevice();
  const [first, second] = [await begin(device), await begin(device)];
  const [one, two] = [await issuer.visit(first.href, somebody()), await issuer.visit(second.href, somebody())];
  const swapped = new URLSearchParams(two);
  swapped.set("code", one.get("code") ?? "");
  expect(await codeIs(finish(device, swapped))).toBe("google_denied");
  // The failed attempt used up that start, and a new start does not match the code.
  expect(await codeIs(finish(device, two))).toBe("google_denied");
  expect((await finish(device, one)).outcome).toBe("signedIn");
  const again = await issuer.visit((await begin(device)).href, somebody());
  again.set("code", one.get("code") ?? "");
  expect(await codeIs(finish(device, again))).toBe("google_denied");

  const start = await begin(device);
  const elsewhere = new URL(start);
  elsewhere.searchParams.set("client_id", other.clientId);
  elsewhere.searchParams.set("redirect_uri", other.redirectUri);
  expect(await codeIs(finish(device, await issuer.visit(elsewhere.href, somebody())))).toBe("google_denied");
});

test("a signed ID token with another nonce than the start's is refused", async () => {
  const device = await server.newDevice();
  const start = await begin(device);
  start.searchParams.set("nonce", "another start's");
  expect(await codeIs(finish(device, await issuer.visit(start.href, somebody())))).toBe("google_denied");
});

test("a person who declines at a real provider is told so, and is not signed in", async () => {
  const device = await server.newDevice();
  const returned = await issuer.visit((await begin(device)).href, null);
  expect(returned.get("error")).toBe("access_denied");
  expect(await codeIs(finish(device, returned))).toBe("google_denied");
});
