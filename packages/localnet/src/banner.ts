import type { Chain } from "./chain/chain.ts";
import { base58Of } from "./codec/keys.ts";
import type { RunCommand } from "./command-line.ts";
import type { RunningServer } from "./server.ts";
import { urlHost } from "./url-host.ts";
import { versionText } from "./version.ts";

/** The start message for developers who use the chain. */
export function bannerText(command: RunCommand, chain: Chain, server: RunningServer, isNew: boolean): string {
  const host = urlHost(command.serve.host);
  const { slotMs, slotsPerEpoch } = chain.clock;
  const programs = (command.chain.programs ?? []).map(
    ({ id, authority }) =>
      ["Program", `${base58Of(id)}, ${authority === null ? "final" : `upgraded by ${base58Of(authority)}`}`] as const,
  );
  const rows: readonly (readonly [string, string])[] = [
    ["Ledger", `${command.chain.ledger}, ${isNew ? "new" : `resumed at slot ${chain.slot}`}`],
    ["JSON RPC URL", `http://${host}:${server.rpcPort}`],
    ["WebSocket URL", `ws://${host}:${server.wsPort}`],
    ["Identity", base58Of(chain.validator.identity)],
    ["Genesis hash", base58Of(chain.genesisHash)],
    ["Slots", `${slotMs} ms each, ${slotsPerEpoch} in an epoch`],
    ["Fees", `5000 lamports for a signature; an empty account holds at least ${chain.rentExemptMinimum(0)}`],
    ["Airdrops", "requestAirdrop, as by: solana airdrop 10 --url localhost"],
    ...programs,
  ];
  const ignored = isNew ? [] : command.onlyForNew.map((flag) => `--${flag} is ignored: the ledger exists already\n`);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`);
  return `${ignored.join("")}${versionText()}\n\n${lines.join("\n")}\n\nCtrl-C stops it; the ledger stays.`;
}
