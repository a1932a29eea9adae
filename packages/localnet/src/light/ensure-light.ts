// Why Light's programs are downloaded on demand: docs/decisions/0050.
import { fetchPackage, hasPackage } from "./package-file.ts";

/**
 * Source of Light's programs and trees. Its metadata says Apache-2.0 and its licence file GPL-3.0, so users install it
 * themselves, and it is never part of this repository or of what we ship.
 */
export const lightPackage = {
  name: "@lightprotocol/zk-compression-cli",
  version: "0.28.3",
  sha512: "EIoS0N0fLYMEy0Ob2rSfy0GRTddXM/EZ+RcPKpeav+bY1GVVWlfnbTPqvW6q1zTnm77is3QRPx6+qEQTJqNHbg==",
};

/**
 * Downloads Light's package (7 MB) through the user's npm into a folder, unless it is there already.
 * @param onFetch called when the download starts, which takes seconds
 * @throws BadFileError when the download fails
 */
export async function ensureLight(folder: string, onFetch: () => void = () => undefined): Promise<void> {
  if (hasPackage(folder, lightPackage)) return;
  onFetch();
  await fetchPackage(folder, lightPackage);
}
