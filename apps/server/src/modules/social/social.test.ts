import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withTableLocked } from "../../testing/lock-table.ts";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { recordOutcome } from "./x-connections.ts";

const { social } = routes;
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: "#369" } })
    .png()
    .toBuffer();

/** A provider that requires PKCE; each test sets who is signed in there. */
const x = { id: "1", name: "Ada", username: "ada", challenges: new Set<string>(), picture: "" };
let provider: Server;
let server: TestApp;

/** Two frames of 400 × 200, red and then blue. */
const movingGif = async (): Promise<Buffer> => {
  const frame = (background: string) =>
    sharp({ create: { width: 400, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp([await frame("#f00"), await frame("#00f")], { join: { animated: true } })
    .gif()
    .toBuffer();
};

const readBody = async (request: AsyncIterable<Buffer>): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const json = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    const path = request.url?.split("?")[0];
    if (path === "/2/oauth2/token") {
      const form = await readBody(request);
      const answer = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const isClient = request.headers.authorization === `Basic ${Buffer.from("id:x-secret").toString("base64")}`;
      return isClient && form.get("code") === "good" && x.challenges.has(answer)
        ? json(200, { access_token: "token" })
        : json(400, { error: "invalid_request" });
    }
    if (path === "/2/users/me")
      return json(200, { data: { id: x.id, name: x.name, username: x.username, profile_image_url: x.picture } });
    if (path === "/picture_400x400.png") return response.writeHead(200).end(await picture());
    if (path === "/moving_400x400.png") return response.writeHead(200).end(await movingGif());
    if (path === "/broken_400x400.png") return response.writeHead(200).end("GIF89a and nothing of a gif");
    if (path === "/page_400x400.png") return response.writeHead(200, { "content-type": "image/png" }).end("<script>");
    return json(404, {});
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const address = provider.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  x.picture = `${url}/picture_normal.png`;
  server = await startTestApp({
    config: { x: { clientId: "id", clientSecret: "x-secret", authorizeUrl: `${url}/authorize`, apiUrl: url } },
  });
});
afterAll(async () => {
  await server.stop();
  provider.close();
});
beforeEach(() => {
  x.id = crypto.randomUUID();
});

const start = async (person: TestDevice, returnTo = "/chat?tab=a") => {
  const { authorizationUrl } = await person.call(social.startX, { body: { returnTo } });
  const params = new URL(authorizationUrl).searchParams;
  x.challenges.add(params.get("code_challenge") ?? "");
  expect(params.get("redirect_uri")).toBe(`${server.origin}/api/v1/social/x/callback`);
  return params.get("state") ?? "";
};

/** The browser returns from X. @returns where it is redirected */
const comeBack = async (cookie: string, query: Record<string, string>, signal?: AbortSignal) => {
  const response = await fetch(`${server.origin}/api/v1/social/x/callback?${new URLSearchParams(query)}`, {
    redirect: "manual",
    headers: { cookie },
    ...(signal ? { signal } : {}),
  });
  return (response.headers.get("location") ?? String(response.status)).replace(server.origin, "");
};

const localUser = async (person: TestDevice) =>
  (await person.call(routes.identity.signIn, { body: { loginMethod: "email" } })).localUser;

test("name, handle and picture come from X, and the browser returns to its page", async () => {
  const person = await server.newPerson();
  const state = await start(person);
  expect(await comeBack(person.cookie, { state, code: "good" })).toBe("/chat?tab=a&social=connected");
  const user = await localUser(person);
  expect(user).toMatchObject({ displayName: "Ada", twitter: { id: x.id, handle: "ada", name: "Ada" } });
  const shown = await fetch(`${server.origin}${user.pfp}`);
  expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 40, height: 30 });
  const unlinked = await person.call(social.unlinkX, {});
  expect(unlinked.twitter).toBeNull();
  expect((await localUser(person)).twitter).toBeNull();
});

test("a state works once, and an unknown one does nothing", async () => {
  const person = await server.newPerson();
  expect(await comeBack(person.cookie, { state: "made up", code: "good" })).toBe("/?social=denied");
  const state = await start(person, "/");
  expect(await comeBack(person.cookie, { state, code: "good" })).toBe("/?social=connected");
  await person.call(social.unlinkX, {});
  expect(await comeBack(person.cookie, { state, code: "good" })).toBe("/?social=denied");
  expect((await localUser(person)).twitter).toBeNull();
});

test("a browser that returns twice, because its answer was lost, gets the same result both times", async () => {
  const [person, other] = [await server.newPerson(), await server.newPerson()];
  const state = await start(person);
  const lost = new AbortController();
  const again: Promise<string>[] = [];
  await withTableLocked(server.ctx.db, "people", async (waiting) => {
    const first = comeBack(person.cookie, { state, code: "good" }, lost.signal);
    await waiting(1);
    lost.abort();
    await expect(first).rejects.toThrow();
    again.push(comeBack(person.cookie, { state, code: "good" }));
    // Nobody else gets the result.
    expect(await comeBack(other.cookie, { state, code: "good" })).toBe("/?social=denied");
  });
  expect(await again[0]).toBe("/chat?tab=a&social=connected");
  expect(await comeBack(person.cookie, { state, code: "good" })).toBe("/chat?tab=a&social=connected");
  expect((await localUser(person)).twitter).toMatchObject({ id: x.id });
  // A connected account stays its person's, after any repetition.
  const theirs = await start(other, "/");
  for (let times = 0; times < 2; times += 1)
    expect(await comeBack(other.cookie, { state: theirs, code: "good" })).toBe("/?social=taken");
});

test("a state in another person's browser connects nobody", async () => {
  const [attacker, victim] = [await server.newPerson(), await server.newPerson()];
  for (const cookie of [victim.cookie, ""]) {
    const state = await start(attacker);
    expect(await comeBack(cookie, { state, code: "good" })).toBe("/?social=denied");
  }
  expect((await localUser(attacker)).twitter).toBeNull();
  expect((await localUser(victim)).twitter).toBeNull();
});

test("a return path that browsers resolve to another host is refused, and a stored one leads to Home", async () => {
  const person = await server.newPerson();
  for (const returnTo of [
    "/\t/evil.example",
    "/\n/evil.example",
    "/\\evil.example",
    "//evil.example",
    "/\t\\evil.example",
  ]) {
    await expect(person.call(social.startX, { body: { returnTo } })).rejects.toThrow("must be a path of this app");
    const state = await start(person);
    await server.ctx.db.execute(sql`update social_states set return_to = ${returnTo}`);
    expect(await comeBack(person.cookie, { state, code: "bad" })).toBe("/?social=denied");
  }
  const state = await start(person, "/%2F/evil.example");
  expect(await comeBack(person.cookie, { state, code: "bad" })).toBe("/%2F/evil.example?social=denied");
});

test("a stored start with another person written into it connects nothing to that person", async () => {
  const [attacker, victim] = [await server.newPerson(), await server.newPerson()];
  const state = await start(attacker);
  const { uid } = await localUser(victim);
  await server.ctx.db.execute(sql`update social_states set uid = ${uid}`);
  await comeBack(attacker.cookie, { state, code: "good" });
  expect((await localUser(victim)).twitter).toBeNull();
});

test("an account whose name can't be stored is not connected", async () => {
  const person = await server.newPerson();
  const name = x.name;
  for (const bad of ["a\0b", "\ud800"]) {
    x.name = bad;
    expect(await comeBack(person.cookie, { state: await start(person, "/"), code: "good" })).toBe("/?social=denied");
  }
  x.name = name;
});

test("declining, and a code that X does not know, return as denied", async () => {
  const person = await server.newPerson();
  expect(await comeBack(person.cookie, { state: await start(person, "/a"), error: "access_denied" })).toBe(
    "/a?social=denied",
  );
  expect(await comeBack(person.cookie, { state: await start(person, "/a"), code: "bad" })).toBe("/a?social=denied");
});

test("an X account belongs to one person", async () => {
  const [first, second] = [await server.newPerson(), await server.newPerson()];
  expect(await comeBack(first.cookie, { state: await start(first, "/"), code: "good" })).toBe("/?social=connected");
  expect(await comeBack(second.cookie, { state: await start(second, "/"), code: "good" })).toBe("/?social=taken");
  expect(await comeBack(first.cookie, { state: await start(first, "/"), code: "good" })).toBe("/?social=connected");
});

test("only one of two people who connect the same X account concurrently gets it, and the other is told that it is taken", async () => {
  const both = [await server.newPerson(), await server.newPerson()];
  const states = await Promise.all(both.map((person) => start(person, "/")));
  const ends: Promise<string>[] = [];
  await withTableLocked(server.ctx.db, "people", async (waiting) => {
    for (const [index, { cookie }] of both.entries())
      ends.push(comeBack(cookie, { state: states[index] ?? "", code: "good" }));
    await waiting(2);
  });
  expect((await Promise.all(ends)).toSorted()).toEqual(["/?social=connected", "/?social=taken"]);
});

test("a failure after the account was connected does not replace that outcome", async () => {
  const person = await server.newPerson();
  const state = await start(person, "/");
  expect(await comeBack(person.cookie, { state, code: "good" })).toBe("/?social=connected");
  expect(await recordOutcome(server.ctx.db, state, "denied")).toBe("connected");
  expect(await comeBack(person.cookie, { state, code: "good" })).toBe("/?social=connected");
});

test("a GIF is served as a JPEG of its first frame with 168 px, and a broken one not at all", async () => {
  const person = await server.newPerson();
  const before = x.picture;
  x.picture = before.replace("picture_", "moving_");
  await comeBack(person.cookie, { state: await start(person), code: "good" });
  const answer = await fetch(`${server.origin}${(await localUser(person)).pfp}`);
  const still = sharp(Buffer.from(await answer.arrayBuffer()));
  expect(await still.metadata()).toMatchObject({ format: "jpeg", width: 168, height: 84 });
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  // Its first frame, not a mix of several.
  const { dominant } = await still.stats();
  expect([dominant.r > 200, dominant.b < 60]).toEqual([true, true]);
  x.picture = before.replace("picture_", "broken_");
  await comeBack(person.cookie, { state: await start(person), code: "good" });
  x.picture = before;
  expect((await fetch(`${server.origin}${(await localUser(person)).pfp}`)).status).toBe(404);
});

test("responses that are no picture, unsigned addresses, and hosts inside our network are not served", async () => {
  const person = await server.newPerson();
  const before = x.picture;
  x.picture = before.replace("picture_", "page_");
  await comeBack(person.cookie, { state: await start(person), code: "good" });
  x.picture = before;
  const { pfp } = await localUser(person);
  expect((await fetch(`${server.origin}${pfp}`)).status).toBe(404);
  const forged = new URLSearchParams({ u: Buffer.from("http://127.0.0.1:1/").toString("base64url"), s: "x" });
  expect((await fetch(`${server.origin}/img?${forged}`)).status).toBe(404);
});
