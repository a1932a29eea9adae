import { ApiError, routes } from "@tribe/contract";
import { expect, it, vi } from "vitest";
import { createStore } from "../state/store.ts";
import type { Access } from "./access.ts";
import { createApi } from "./api.ts";

const device = { deviceId: "d1", deviceSecret: "AAAA" };
const session = {
  sessionId: "s1",
  accessToken: "t1",
  sessionSecret: "AAAA",
  expiresAt: Number.MAX_SAFE_INTEGER,
  since: 0,
};
const refusal = () => new Response(JSON.stringify({ error: { code: "unauthorized", message: "" } }), { status: 401 });
const answered = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });

/** A page whose calls the test answers, one after the other. */
const page = (start: Access, ...answers: ((access: ReturnType<typeof createStore<Access>>) => Response)[]) => {
  const access = createStore(start);
  const asked: string[] = [];
  const api = createApi({
    origin: "https://tribe.example",
    access,
    fetch: async (url) => {
      asked.push(new URL(String(url)).pathname);
      const answer = answers.shift();
      if (!answer) throw new Error("one call too many");
      return answer(access);
    },
  });
  return { api, access, asked };
};

it("forgets a session that the server has ended, and asks nothing more as nobody", async () => {
  const { api, access, asked } = page({ device, session }, refusal);
  await expect(api(routes.chat.mine, {})).rejects.toMatchObject({ code: "unauthorized" });
  expect(access.get()).toEqual({ device, session: null });
  await expect(api(routes.chat.mine, {})).rejects.toBeInstanceOf(ApiError);
  expect(asked).toHaveLength(1);
});

it("keeps a session whose secret was renewed while the refused call was on its way, and asks again with it", async () => {
  const renewed = { ...session, sessionSecret: "BBBB" };
  const { api, access, asked } = page(
    { device, session },
    (now) => {
      now.set({ device, session: renewed });
      return refusal();
    },
    () => answered({ chats: [] }),
  );
  expect(await api(routes.chat.mine, {})).toEqual({ chats: [] });
  expect(access.get()).toEqual({ device, session: renewed });
  expect(asked).toHaveLength(2);
});

it("keeps a session whose old secret is refused before the rotation's answer has come", async () => {
  const renewed = { ...session, sessionSecret: "BBBB" };
  const access = createStore<Access>({ device, session });
  let endRotation = (): void => undefined;
  const rotation = new Promise<void>((resolve) => {
    endRotation = resolve;
  });
  const answers = [refusal, () => answered({ chats: [] })];
  const api = createApi({
    origin: "https://tribe.example",
    access,
    rotationEnd: () => rotation,
    fetch: async () => answers.shift()?.() ?? Response.error(),
  });
  const asked = api(routes.chat.mine, {});
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(access.get().session).toEqual(session);
  access.set({ device, session: renewed });
  endRotation();
  expect(await asked).toEqual({ chats: [] });
  expect(access.get()).toEqual({ device, session: renewed });
});

it("ends a session whose rotation is refused, without waiting for that very rotation", async () => {
  const access = createStore<Access>({ device, session });
  const api = createApi({
    origin: "https://tribe.example",
    access,
    rotationEnd: () => Promise.reject(new Error("it waits for itself")),
    fetch: async () => refusal(),
  });
  await expect(api(routes.identity.rotateSession, {})).rejects.toMatchObject({ code: "unauthorized" });
  expect(access.get().session).toBe(null);
});

const registered = { deviceId: "d2", deviceSecret: "BBBB" };
const token = { token: "realtime" };

it("registers a device anew that the server no longer knows, once", async () => {
  const { api, access } = page(
    { device, session: null },
    refusal,
    () => answered(registered),
    () => answered(token),
  );
  expect(await api(routes.system.realtimeToken, {})).toMatchObject(token);
  expect(access.get()).toEqual({ device: registered, session: null });
});

it("keeps a device that was registered by another call while the refused one was on its way", async () => {
  const { api, access, asked } = page(
    { device, session: null },
    (now) => {
      now.set({ device: registered, session: null });
      return refusal();
    },
    () => answered(token),
  );
  await api(routes.system.realtimeToken, {});
  expect(access.get().device).toEqual(registered);
  expect(asked).toHaveLength(2);
});

it("keeps the device of a session that began while the refused call was on its way: it was opened on it", async () => {
  const { api, access } = page(
    { device, session: null },
    (now) => {
      now.set({ device, session });
      return refusal();
    },
    () => answered(token),
  );
  await api(routes.system.realtimeToken, {});
  expect(access.get()).toEqual({ device, session });
});

it("registers one device for calls that begin together", async () => {
  const { api, asked } = page(
    { device: null, session: null },
    () => answered(registered),
    () => answered(token),
    () => answered(token),
  );
  await Promise.all([api(routes.system.realtimeToken, {}), api(routes.system.realtimeToken, {})]);
  expect(asked.filter((path) => path.includes("device"))).toHaveLength(1);
});
