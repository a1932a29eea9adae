import type { Base64, SignerEnvelope, SignerPhase } from "@tribe/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callWallet } from "./call-wallet.ts";
import { openSignerChannel, type SignerChannelOptions } from "./signer-channel.ts";

const signerOrigin = "https://wallet.tribe.example";
const ready = { tribeSigner: 1, ready: true };
const address = "4Nd1mYvJp2Tt7YqhD8Kk3yqLrGmX5wzq1cHqgV9u3abc";
const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

/** A page with one frame, whose side of the channel the test plays. */
const newPage = (change: Partial<SignerChannelOptions> = {}) => {
  const target = new EventTarget();
  const ports: MessagePort[] = [];
  const requests: SignerEnvelope[] = [];
  const answer = (port: MessagePort, { id, request }: SignerEnvelope) => {
    if (request.method === "session" || request.method === "lock") port.postMessage({ id, result: {} });
    if (request.method === "address") port.postMessage({ id, result: { address } });
    if (request.method === "create")
      port.postMessage({ id, error: { code: "recovery_needed", message: "Another browser", requestId: "a-request" } });
    if (request.method === "recover") port.postMessage({ id, result: { signature: "nonsense" } });
  };
  // A fake window: the channel only calls its postMessage, with a port.
  const frameWindow = {
    postMessage: (_data: unknown, origin: string, [port]: MessagePort[]) => {
      if (origin !== signerOrigin || !port) return;
      ports.push(port);
      opened.push(port);
      port.onmessage = ({ data }) => {
        requests.push(data);
        answer(port, data);
      };
    },
  } as unknown as Window;
  const speak = (data: unknown, origin = signerOrigin, source: unknown = frameWindow) =>
    target.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
  let tokens = 0;
  const channel = openSignerChannel({
    frameWindow: () => frameWindow,
    signerOrigin,
    token: async () => `token-${++tokens}`,
    expireToken: () => undefined,
    theme: () => "dark",
    host: {
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
    } as Pick<Window, "addEventListener" | "removeEventListener">,
    ...change,
  });
  opened.push(channel);
  const fetchAddress = () => callWallet(channel, { method: "address" });
  /** A call that every frame answers. */
  const lock = () => channel.request({ method: "lock" }, 25_000);
  return { channel, fetchAddress, lock, ports, requests, speak };
};

describe("the app's side of the channel", () => {
  it("sends the session before the first request", async () => {
    const { fetchAddress, requests, speak } = newPage();
    const requested = fetchAddress();
    speak(ready);
    expect(await requested).toBe(address);
    expect(requests.map(({ request }) => request.method)).toEqual(["session", "address"]);
    expect(requests[0]?.request).toMatchObject({ walletToken: "token-1", theme: "dark" });
  });

  it("sends its port only to the signer's frame and origin", () => {
    const { ports, speak } = newPage();
    speak(ready, "https://evil.example");
    speak(ready, signerOrigin, {});
    speak({ tribeSigner: 2, ready: true });
    expect(ports).toHaveLength(0);
    speak(ready);
    expect(ports).toHaveLength(1);
  });

  it("rejects with the code of the wallet's error, and the name of the request that failed", async () => {
    const { channel, speak } = newPage();
    speak(ready);
    await expect(callWallet(channel, { method: "create" })).rejects.toMatchObject({
      code: "recovery_needed",
      message: "Another browser",
      requestId: "a-request",
    });
  });

  it("rejects an answer of the wrong type", async () => {
    const { channel, speak } = newPage();
    speak(ready);
    await expect(callWallet(channel, { method: "recover" })).rejects.toMatchObject({ code: "unavailable" });
  });

  it("rejects open requests when the frame reloads, and works again after that", async () => {
    const { channel, fetchAddress, lock, ports, speak } = newPage();
    speak(ready);
    await lock();
    const lost = channel.request({ method: "cancel" }, 25_000);
    const ended = expect(lost).rejects.toMatchObject({ code: "unavailable" });
    await expect.poll(() => ports.length).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    speak(ready);
    await ended;
    expect(await fetchAddress()).toBe(address);
    expect(ports).toHaveLength(2);
  });

  it("sends a new token when the frame requests one", async () => {
    const { lock, ports, requests, speak } = newPage();
    speak(ready);
    await lock();
    ports[0]?.postMessage({ event: "session_needed" });
    await expect.poll(() => requests.at(-1)?.request).toMatchObject({ method: "session", walletToken: "token-2" });
  });

  it("retries the session at the next request after the token could not be fetched", async () => {
    let fails = true;
    const { fetchAddress, speak } = newPage({
      token: async () => {
        if (fails) throw new Error("offline");
        return "token";
      },
    });
    speak(ready);
    await expect(fetchAddress()).rejects.toMatchObject({ code: "unavailable" });
    fails = false;
    expect(await fetchAddress()).toBe(address);
  });

  describe("while the person confirms", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => void vi.useRealTimers());

    /** An open request to sign, with a function that reports the frame's phases. */
    const confirming = async () => {
      const phases: string[] = [];
      const { channel, ports, requests, speak } = newPage({
        onEvent: (event) => event.event === "phase" && phases.push(event.phase),
      });
      speak(ready);
      const ends: unknown[] = [];
      callWallet(channel, {
        method: "signTransaction",
        message: "AQID" as Base64,
        view: { title: "", description: "" },
      }).then(
        (signature) => ends.push(signature),
        ({ code }: { code: string }) => ends.push(code),
      );
      await expect.poll(() => requests.at(-1)?.request.method).toBe("signTransaction");
      const enter = async (phase: SignerPhase) => {
        const heard = phases.length + 1;
        ports[0]?.postMessage({ event: "phase", phase });
        await expect.poll(() => phases).toHaveLength(heard);
      };
      return { ends, enter, ports, id: requests.at(-1)?.id };
    };

    it("times out if the frame is silent after Confirm, and ignores a later signature", async () => {
      const { ends, enter, ports, id } = await confirming();
      await enter("signing");
      await vi.advanceTimersByTimeAsync(50_000);
      expect(ends).toEqual([]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(ends).toEqual(["unavailable"]);
      ports[0]?.postMessage({ id, result: { signature: "5".repeat(88) } });
      await enter("done");
      expect(ends).toEqual(["unavailable"]);
    });

    it("has no timeout before Confirm and after a failure, where the person decides", async () => {
      const { ends, enter } = await confirming();
      await enter("waiting");
      await vi.advanceTimersByTimeAsync(3_600_000);
      await enter("signing");
      await vi.advanceTimersByTimeAsync(30_000);
      await enter("failed");
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(ends).toEqual([]);
    });
  });

  it("rejects open requests as unavailable when it is closed", async () => {
    const { channel, fetchAddress } = newPage();
    const requested = fetchAddress();
    channel.close();
    await expect(requested).rejects.toMatchObject({ code: "unavailable" });
  });
});
