import { addressSchema, airdropSubjectText, routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { sha256 } from "../approvals/approval-crypto.ts";
import { addressOf } from "../testing/airdrop.ts";
import { createAttestor } from "../testing/attestor.ts";
import { attestor, config, signedIn } from "../testing/open-signer.ts";
import { unlockKey } from "../wallet/ensure-wallet.ts";
import { noteSetUp } from "./set-up.ts";

const airdrop = { tribeMint: addressOf(3), mint: addressOf(2), listHash: "ab".repeat(32) };
const refused = { code: "refused" };

/** A wallet whose airdrop was counted. */
const counted = async () => {
  const { wallet, store, address } = await signedIn();
  const dependencies = { api: wallet.api, store, config };
  const [record] = store.records.values();
  if (!record) throw new Error("a wallet was made");
  wallet.outflow.value(() => 1n);
  const { tribeMint: tribe, mint, listHash: list } = airdrop;
  const subject = await sha256(airdropSubjectText(tribe, mint, list));
  const outflow = { kind: "airdrop" as const, tribe, list, tokens: { mint, units: "1" } };
  await unlockKey(dependencies, { spend: { subject, outflow }, message: null });
  const of = { uid: record.uid, wallet: addressSchema.parse(address) };
  return { wallet, note: (slot: number, by = config) => noteSetUp({ ...dependencies, config: by }, of, airdrop, slot) };
};

it("lets an airdrop set up one account, as often as it takes, and no other one", async () => {
  const { wallet, note } = await counted();
  await note(500);
  wallet.failNext(routes.wallet.setUpAirdrop.path, "unavailable", "after");
  await note(500);
  await expect(note(501)).rejects.toMatchObject(refused);
});

it("believes only the installation's key, for this slot and this call", async () => {
  const { wallet, note } = await counted();
  const stranger = await createAttestor();
  await expect(note(500, { ...config, attestationKey: stranger.key })).rejects.toMatchObject(refused);
  let kept: unknown = null;
  wallet.answerInstead(async (_path, answer) => {
    kept ??= answer;
    return kept;
  });
  await note(500);
  await expect(note(500)).rejects.toMatchObject(refused);
  expect(attestor.key).not.toBe(stranger.key);
});
