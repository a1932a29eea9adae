import { setTimeout as wait } from "node:timers/promises";
import { type Credentials, createApiClient, routes } from "@tribe/contract";
import { fetchFrom } from "../fetch-from.ts";
import { percentile, type Row } from "../suite.ts";
import type { Scene } from "./scene.ts";

const rounds = 5;
const signIns = 60;
const slowMs = 8_000;
const calls = 400;

/**
 * Another call during sixty sign-ins, with a mail server that takes eight seconds and, in turns, with one without delay, so that
 * noise of the machine affects both. The figure is the ratio of the medians of the rounds' p99.
 */
export const slowMailRows = async ({ mail, signIn, appUrl }: Scene): Promise<Row[]> => {
  let people = 0;
  let callers = 0;
  const round = async (name: string): Promise<number> => {
    // One person would reach the rate limit over all rounds.
    mail.setDelay(0);
    const other = await signIn(`beside-${name}@bench.test`, `127.2.0.${++callers}`);
    mail.setDelay(name.startsWith("slow") ? slowMs : 0);
    const delays: number[] = [];
    const visitors = Array.from({ length: signIns }, async (_, index) => {
      await wait(index * 20);
      people += 1;
      // Each from another address.
      await startSignIn(appUrl, `${name}-${index}@bench.test`, `127.1.${people >> 8}.${people & 255 || 1}`);
    });
    for (let call = 0; call < calls; call += 1) {
      const began = performance.now();
      await other.api(routes.chat.mine, {});
      delays.push(performance.now() - began);
    }
    await Promise.all(visitors);
    return percentile(delays, 0.99);
  };
  const quick: number[] = [];
  const slow: number[] = [];
  await round("warm");
  for (let count = 0; count < rounds; count += 1) {
    quick.push(await round(`quick-${count}`));
    slow.push(await round(`slow-${count}`));
    mail.setDelay(0);
    // Wait until the last slow mails are sent.
    await wait(slowMs);
  }
  const [withQuick, withSlow] = [percentile(quick, 0.5), percentile(slow, 0.5)];
  return [
    {
      name: "slow_mail.other_call.p99",
      value: tenths(withSlow),
      unit: "ms",
      bar: null,
      better: "lower",
      versus: { who: "quick mail", value: tenths(withQuick) },
    },
    {
      name: "slow_mail.other_call.p99_ratio",
      value: Math.round((withSlow / withQuick) * 100) / 100,
      unit: "×",
      bar: 1.1,
      better: "lower",
    },
  ];
};

const startSignIn = async (appUrl: string, email: string, address: string): Promise<void> => {
  let credentials: Credentials | null = null;
  const api = createApiClient({
    origin: appUrl,
    credentials: () => credentials,
    fetch: fetchFrom(address),
  });
  credentials = await api(routes.identity.createDevice, {});
  await api(routes.identity.startEmail, { body: { email } });
};

const tenths = (value: number): number => Math.round(value * 10) / 10;
