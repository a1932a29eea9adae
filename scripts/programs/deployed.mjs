// Reads the program that a cluster runs at an address, by plain JSON-RPC.
import { getAddressDecoder } from "@solana/kit";

const upgradeable = "BPFLoaderUpgradeab1e11111111111111111111111";
const unchangeable = new Set([
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
]);
/** UpgradeableLoaderState: a tag of 4 bytes, 2 for a program, 3 for its data. */
const programTag = 2;
const dataTag = 3;
/** Tag, slot u64, and an authority as an option of 1 + 32 bytes. */
const dataHeader = 45;
const hasAuthority = 12;

/**
 * @param {string} url
 * @param {string} address
 * @returns {Promise<{ owner: string, executable: boolean, data: Buffer }>}
 */
const accountAt = async (url, address) => {
  const params = [address, { encoding: "base64", commitment: "finalized" }];
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getAccountInfo", params });
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!response.ok) throw new Error(`The cluster answered with HTTP ${response.status}.`);
  const { result, error } = await response.json();
  if (error) throw new Error(`The cluster refused to show ${address}: ${error.message}`);
  if (!result?.value) throw new Error(`There is no account at ${address}.`);
  const { owner, executable, data } = result.value;
  return { owner, executable, data: Buffer.from(data[0], "base64") };
};

/**
 * The code that runs at `address` on the cluster behind `url`, with the zeros that the loader keeps behind it, and who can
 * replace it: an address, or null for nobody.
 * @param {string} url
 * @param {string} address
 * @returns {Promise<{ code: Buffer, authority: string | null }>}
 * @throws Error with a message when it is not a program, is closed, or the cluster does not answer.
 */
export const deployedProgram = async (url, address) => {
  const program = await accountAt(url, address);
  if (unchangeable.has(program.owner) && program.executable) return { code: program.data, authority: null };
  if (program.owner !== upgradeable || program.data.length < 36 || program.data.readUInt32LE(0) !== programTag)
    throw new Error(`${address} is no program.`);
  const decoder = getAddressDecoder();
  const { data } = await accountAt(url, decoder.decode(program.data.subarray(4, 36)));
  if (data.length <= dataHeader || data.readUInt32LE(0) !== dataTag)
    throw new Error(`The program ${address} was closed.`);
  const authority = data[hasAuthority] === 1 ? decoder.decode(data.subarray(13, dataHeader)) : null;
  return { code: data.subarray(dataHeader), authority };
};

/**
 * Without the zeros that follow the first `length` bytes: a loader's account may be longer than the program. Anything but
 * zeros stays, and so does a program's own end.
 * @param {Buffer} code
 * @param {number} length
 */
export const withoutPadding = (code, length) => {
  const padding = code.subarray(length);
  return padding.every((byte) => byte === 0) ? code.subarray(0, length) : code;
};
