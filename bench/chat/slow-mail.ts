import { setTimeout as wait } from "node:timers/promises";
import { type Credentials, createApiClient, routes } from "@tribe/contract";
import { percentile, type Row } from "../suite.ts";
import type { Scene } from "./scene.ts";

const rounds = 5;
const signIns = 60;
const slowMs = 8_000;
const calls = 400;

/**
 * Another call beside sixty sign-ins, with a mail server that takes eight seconds and, in turns, with one that takes none:
 * what is loud in this machine is loud for both. The figure is the ratio of the medians of the rounds' p99.
 */
export const slowMailRows = async ({ mail, signIn, appUrl }: Scene): Promise<Row[]> => {
  const other = await signIn("beside@bench.test");
  const round = async (name: string): Promise<number> => {
    const delays: number[] = [];
    const visitors = Array.from({ length: signIns }, async (_, index) => {
      await wait(index * 20);
      await startSignIn(appUrl, `${name}-${index}@bench.test`);
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
    mail.setDelay(0);
    quick.push(await round(`quick-${count}`));
    mail.setDelay(slowMs);
    slow.push(await round(`slow-${count}`));
    mail.setDelay(0);
    // The last mails of the slow ones are out.
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

const startSignIn = async (appUrl: string, email: string): Promise<void> => {
  let credentials: Credentials | null = null;
  const api = createApiClient({ origin: appUrl, credentials: () => credentials });
  credentials = await api(routes.identity.createDevice, {});
  await api(routes.identity.startEmail, { body: { email } });
};

const tenths = (value: number): number => Math.round(value * 10) / 10;
