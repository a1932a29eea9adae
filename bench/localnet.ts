import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSolanaRpcSubscriptions, getBase58Decoder, getBase58Encoder, type Signature } from "@solana/kit";
import { createChain, type Localnet, startLocalnet } from "tribe-localnet/source";
import {
  addressOf,
  blockhashOf,
  call,
  download,
  fund,
  memoryOf,
  Payer,
  senders,
  sendMany,
  signatureText,
  together,
  tokenProgram,
  writeProgramAccounts,
  writeTokenAccounts,
} from "./localnet-load.ts";
import { percentile, type Suite } from "./suite.ts";

const transfers = { preflight: 20_000, skipped: 20_000 } as const;
const confirmations = 60;
// The long run (TRIBE_LONG=1) has four minutes of load; its rows end in 1m.
const many = process.env.TRIBE_LONG === "1" ? { count: 1_000_000, name: "1m" } : { count: 250_000, name: "250k" };
const signatures = 30_000;
// For how many slots a node remembers processed transactions.
const statusSlots = 300;
const programAccounts = 100_000;
const queries = 500;
const tokenAccounts = 50_000;

type Row = Suite["rows"][number];
type Versus = NonNullable<Row["versus"]>;

/**
 * The embedded chain compared with Solana's own test validator on such a machine (issue 4's figures): the time to the first
 * answer, transfers per second with signature verification and the journal, the latency of a confirmation, the speed of account
 * queries, the latency of other calls during a large answer, and the cost of a remembered signature and of very many
 * transactions in memory, on disk and at a start.
 */
export const run = async (): Promise<Suite> => {
  const folder = mkdtempSync(join(tmpdir(), "bench-localnet-"));
  try {
    const rows = [
      ...(await starting(folder)),
      ...(await sending(folder)),
      ...(await confirming(folder)),
      ...(await finding(folder)),
      ...(await answering(folder)),
      ...(await rememberingSignatures()),
      ...(await remembering(folder)),
    ];
    return { suite: "localnet", rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const validator = (value: number): Versus => ({ who: "solana-test-validator (issue 4)", value });

function row(
  name: string,
  value: number,
  unit: string,
  bar: number | null,
  better: Row["better"],
  versus?: Versus,
): Row {
  const rounded = Math.round(value * 10) / 10;
  return { name, value: rounded, unit, bar, better, ...(versus === undefined ? {} : { versus }) };
}

/** Starts on a folder and waits for the first answer. */
async function timedStart(ledger: string): Promise<{ localnet: Localnet; ms: number }> {
  const began = performance.now();
  const localnet = await startLocalnet({ ledger });
  await call(localnet.rpcUrl, "getHealth", []);
  return { localnet, ms: performance.now() - began };
}

async function starting(folder: string): Promise<Row[]> {
  const starts: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { localnet, ms } = await timedStart(join(folder, `start-${i}`));
    starts.push(ms);
    await localnet.stop();
  }
  return [row("start_to_first_answer", percentile(starts, 0.5), "ms", 1000, "lower", validator(800))];
}

async function sending(folder: string): Promise<Row[]> {
  const { localnet } = await timedStart(join(folder, "ordinary"));
  const idle = memoryOf(localnet);
  const perSecond = await transfersPerSecond(localnet, transfers.preflight, false);
  const skipped = await transfersPerSecond(localnet, transfers.skipped, true);
  const loaded = memoryOf(localnet);
  await localnet.stop();
  const restarted = await timedStart(join(folder, "ordinary"));
  await restarted.localnet.stop();
  return [
    row("restart_with_journal", restarted.ms, "ms", null, "lower"),
    row("transfers_per_second", perSecond, "tx/s", 1500, "higher", validator(550)),
    row("transfers_per_second.skip_preflight", skipped, "tx/s", null, "higher"),
    row("memory.idle", idle, "MB", null, "lower"),
    row("memory.after_load", loaded, "MB", 600, "lower", validator(1800)),
  ];
}

async function transfersPerSecond(localnet: Localnet, count: number, skipPreflight: boolean): Promise<number> {
  const payer = await fund(localnet);
  const to = addressOf("to");
  const options = { encoding: "base64", skipPreflight, preflightCommitment: "processed" };
  let ms = 0;
  // In parts, because a blockhash is valid for a minute; signing is not measured.
  for (let sent = 0; sent < count; sent += 5_000) {
    const blockhash = await blockhashOf(localnet);
    const wires = Array.from({ length: 5_000 }, (_, i) => payer.transfer(to, 1_000_000 + sent + i, blockhash).wire);
    let next = 0;
    const began = performance.now();
    await together(senders, async () => {
      for (let wire = wires[next++]; wire !== undefined; wire = wires[next++]) {
        await call(localnet.rpcUrl, "sendTransaction", [wire, options]);
      }
    });
    ms += performance.now() - began;
  }
  return (count * 1000) / ms;
}

async function confirming(folder: string): Promise<Row[]> {
  const ordinary = await startLocalnet({ ledger: join(folder, "slow") });
  const slow = await sendToConfirmed(ordinary, confirmations / 3);
  await ordinary.stop();
  const quick = await startLocalnet({ ledger: join(folder, "quick"), slotMs: 10 });
  const fast = await sendToConfirmed(quick, confirmations);
  await quick.stop();
  return [
    row("send_to_confirmed.p50", percentile(slow, 0.5), "ms", 400, "lower", validator(407)),
    row("send_to_confirmed.p99", percentile(slow, 0.99), "ms", null, "lower"),
    row("send_to_confirmed.slot_10ms.p50", percentile(fast, 0.5), "ms", 15, "lower"),
    row("send_to_confirmed.slot_10ms.p99", percentile(fast, 0.99), "ms", null, "lower"),
  ];
}

async function sendToConfirmed(localnet: Localnet, count: number): Promise<number[]> {
  const payer = await fund(localnet);
  const subscriptions = createSolanaRpcSubscriptions(localnet.wsUrl);
  const delays: number[] = [];
  for (let i = 0; i < count; i++) {
    const { wire, signature } = payer.transfer(addressOf("to"), 1_000_000 + i, await blockhashOf(localnet));
    const stop = new AbortController();
    const heard = await subscriptions
      .signatureNotifications(signatureText(signature) as Signature, { commitment: "confirmed" }) // signed above
      .subscribe({ abortSignal: stop.signal });
    const options = { encoding: "base64", preflightCommitment: "processed" };
    const began = performance.now();
    // Kit drops notifications that arrive before a consumer waits for them.
    const confirmed = heard[Symbol.asyncIterator]().next();
    await call(localnet.rpcUrl, "sendTransaction", [wire, options]);
    await confirmed;
    delays.push(performance.now() - began);
    stop.abort();
  }
  return delays;
}

async function finding(folder: string): Promise<Row[]> {
  const program = getBase58Decoder().decode(addressOf("program"));
  const accountDir = join(folder, "accounts");
  writeProgramAccounts(accountDir, program, programAccounts);
  const localnet = await startLocalnet({ ledger: join(folder, "program"), accountDir });
  rmSync(accountDir, { recursive: true });
  const times: number[] = [];
  for (let i = 0; i < queries; i++) {
    const bytes = addressOf(`owner ${(i * 37) % (programAccounts / 5)}`).toString("base64");
    const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes, encoding: "base64" } }];
    const began = performance.now();
    const found = await call(localnet.rpcUrl, "getProgramAccounts", [program, { encoding: "base64", filters }]);
    times.push(performance.now() - began);
    if (!Array.isArray(found) || found.length !== 5) throw new Error("five accounts have these bytes");
  }
  await localnet.stop();
  return [
    row("program_accounts_memcmp_100k.p50", percentile(times, 0.5), "ms", null, "lower"),
    row("program_accounts_memcmp_100k.p99", percentile(times, 0.99), "ms", 20, "lower"),
    // The first queries scan, and build the index for the later ones.
    row("program_accounts_memcmp_100k.max", percentile(times, 1), "ms", null, "lower"),
  ];
}

/** The latency of other calls while one caller reads 50,000 token accounts as JSON. */
async function answering(folder: string): Promise<Row[]> {
  const accountDir = join(folder, "holders");
  writeTokenAccounts(accountDir, tokenAccounts);
  const localnet = await startLocalnet({ ledger: join(folder, "holders-ledger"), accountDir });
  rmSync(accountDir, { recursive: true });
  const times: number[] = [];
  const answers: number[] = [];
  let isOver = false;
  const asking = together(2, async () => {
    while (!isOver) {
      const began = performance.now();
      await call(localnet.rpcUrl, "getSlot", []);
      times.push(performance.now() - began);
    }
  });
  for (let i = 0; i < 3; i++) {
    const began = performance.now();
    // Only counts the bytes: parsing such an answer would block this process, and with it the other calls.
    const bytes = await download(localnet.rpcUrl, "getProgramAccounts", [tokenProgram, { encoding: "jsonParsed" }]);
    answers.push(performance.now() - began);
    if (bytes < tokenAccounts * 500) throw new Error(`${bytes} bytes are no ${tokenAccounts} accounts`);
  }
  isOver = true;
  await asking;
  await localnet.stop();
  return [
    row("parsed_accounts_50k", percentile(answers, 0.5), "ms", null, "lower"),
    row("others_during_parsed_accounts_50k.p50", percentile(times, 0.5), "ms", null, "lower"),
    row("others_during_parsed_accounts_50k.p99", percentile(times, 0.99), "ms", 50, "lower"),
    row("others_during_parsed_accounts_50k.max", percentile(times, 1), "ms", null, "lower"),
  ];
}

/** The heap that each signature of the last 300 slots needs, with its message's hash. */
async function rememberingSignatures(): Promise<Row[]> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  const heapUsed = () => {
    if (typeof collect === "function") collect();
    return process.memoryUsage().heapUsed;
  };
  const chain = createChain();
  const payer = new Payer("signatures");
  chain.request("requestAirdrop", payer.address, 1e13);
  chain.tick();
  const { value } = chain.request("getLatestBlockhash", { commitment: "processed" }) as {
    value: { blockhash: string };
  }; // what the method answers
  const blockhash = Buffer.from(getBase58Encoder().encode(value.blockhash));
  const options = { encoding: "base64", skipPreflight: true };
  for (let i = 0; i < signatures; i++) {
    chain.request("sendTransaction", payer.transfer(addressOf("to"), 1_000_000 + i, blockhash).wire, options);
  }
  const remembered = heapUsed();
  for (let i = 0; i <= statusSlots; i++) chain.tick();
  const bytes = (remembered - heapUsed()) / signatures;
  await chain.close();
  const atOnce = (statusSlots * 0.4 * 2_500 * bytes) / 2 ** 20;
  return [
    row("memory.per_remembered_signature", bytes, "B", null, "lower"),
    row("memory.signatures_at_2500_per_second", atOnce, "MB", null, "lower"),
  ];
}

async function remembering(folder: string): Promise<Row[]> {
  const ledger = join(folder, "many");
  const { localnet } = await timedStart(ledger);
  const began = performance.now();
  await sendMany(localnet, many.count);
  const seconds = (performance.now() - began) / 1000;
  const counted = Number(await call(localnet.rpcUrl, "getTransactionCount", [{ commitment: "processed" }]));
  if (counted < many.count) throw new Error(`${counted} of ${many.count} transactions were executed`);
  const memory = memoryOf(localnet);
  await localnet.stop();
  const restarted = await timedStart(ledger);
  const again = memoryOf(restarted.localnet);
  await restarted.localnet.kill();
  const bytesOf = (start: string) =>
    readdirSync(ledger)
      .filter((name) => name.startsWith(start))
      .reduce((sum, name) => sum + statSync(join(ledger, name)).size, 0);
  return [
    row(`batched_transfers_per_second.${many.name}`, many.count / seconds, "tx/s", null, "higher"),
    row(`restart_with_${many.name}`, restarted.ms, "ms", 5000, "lower"),
    row(`memory.after_${many.name}`, memory, "MB", 600, "lower", validator(1800)),
    row(`memory.restarted_with_${many.name}`, again, "MB", null, "lower"),
    row("journal_bytes_per_transaction", bytesOf("journal.bin") / counted, "B", null, "lower"),
    row("index_bytes_per_transaction", bytesOf("history.") / counted, "B", null, "lower"),
  ];
}
