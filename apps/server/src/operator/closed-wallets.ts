import { emailOf } from "../modules/identity/index.ts";
import { closedWallets } from "../modules/wallet/index.ts";
import type { Installation } from "./port.ts";

const shown = 200;

/** What the owners of wallets do that a restored database has closed, or does not have (docs/operate/backups.md). */
const remedies = [
  "Their keys are safe: nobody gets a share, neither they nor anybody else.",
  "Whoever has a recovery kit opens the wallet with it, on the kit's page, without this server.",
  "The others wait for your decision: if you are certain that nobody but you has put this database back, move the folder wallet-versions",
  "away and start keys anew. Every wallet is then as the database has it: what was changed since the backup (a browser, a passkey, an",
  "address for recovery) counts no more, and its owner changes it again.",
];

/** Lists the wallets that a restored database has closed. */
export const listClosedWallets = async (installation: Installation): Promise<string> => {
  const { newest, count } = await installation.walletVersions();
  const db = installation.database();
  const { closed, records } = await closedWallets(db, { newest });
  const missing = Math.max(0, count - records);
  if (closed.length === 0 && missing === 0) return `None of ${records} wallets is closed.`;
  const lines = await Promise.all(
    closed.slice(0, shown).map(async ({ uid, address, version, newest: known }) => {
      const person = await emailOf(db, uid).catch(() => uid);
      return `  ${address}  ${person}  has change ${version}, changed ${known - version} times since`;
    }),
  );
  return [
    ...(closed.length > 0 ? [`${closed.length} of ${records} wallets are closed:`, ...lines] : []),
    ...(closed.length > shown ? [`  and ${closed.length - shown} more`] : []),
    ...(missing > 0
      ? [
          `${missing} wallets are not in this database: made since the backup. Their owners sign up anew; a kit opens the old wallet.`,
        ]
      : []),
    ...remedies,
  ].join("\n");
};
