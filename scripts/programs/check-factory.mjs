// Reports when the factory's bump, which the programs have compiled in, is not that of the curve's address.
//   node scripts/programs/check-factory.mjs
import { readFileSync } from "node:fs";
import { address, getProgramDerivedAddress } from "@solana/kit";

const source = readFileSync(new URL("../../programs/kit/src/addresses.rs", import.meta.url), "utf8");
const written = (/** @type {RegExp} */ form) => form.exec(source)?.[1] ?? "";
const programAddress = address(written(/CURVE_PROGRAM: &str = "(\w+)"/));
const [, bump] = await getProgramDerivedAddress({ programAddress, seeds: ["factory"] });
if (Number(written(/FACTORY_BUMP: u8 = (\d+)/)) !== bump) {
  console.error(`The factory of ${programAddress} has the bump ${bump}: write it into programs/kit/src/addresses.rs.`);
  process.exit(1);
}
