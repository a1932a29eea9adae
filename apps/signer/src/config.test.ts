import { addressSchema } from "@tribe/contract";
import { expect, it } from "vitest";
import { loadConfig } from "./config.ts";
import { testAddresses } from "./testing/messages.ts";

const told = addressSchema.parse(testAddresses.adminAddress);
const builtIn = addressSchema.parse("8dHEsm9jeYwzRVfHsM4AtkpSzN8Z1V6sXyTYmGkCmPhY");
const file = {
  ...{ appOrigin: "https://tribe.example", apiOrigin: "https://tribe.example", rpcUrl: "https://node.example" },
  ...{ ...testAddresses, attestationKey: told },
};
const keyOn = async (hostname: string, key: string | undefined) => {
  const fetch = async () => Response.json(file);
  return (await loadConfig({ fetch, hostname, builtIn: key })).attestationKey;
};

it("trusts the key from its build, whatever its host's file says", async () => {
  for (const host of ["wallet.tribe.example", "localhost"]) expect(await keyOn(host, builtIn)).toBe(builtIn);
  await expect(keyOn("wallet.tribe.example", "no key")).rejects.toThrow();
});

it("trusts the file only where every installation makes its own key", async () => {
  for (const host of ["localhost", "signer.tribe.localhost"]) expect(await keyOn(host, undefined)).toBe(told);
  for (const host of ["wallet.tribe.example", "localhost.example", "notlocalhost"])
    expect(await keyOn(host, undefined)).toBeNull();
});

it("asks for the file again where a busy host does not give it at once", async () => {
  const answers = [
    () => Promise.reject(new TypeError("network error")),
    async () => new Response(null, { status: 503 }),
    async () => Response.json(file),
  ];
  let asked = 0;
  const fetch = () => answers[asked++]?.() ?? Promise.reject(new Error("asked too often"));
  const config = await loadConfig({ fetch, hostname: "localhost", builtIn: undefined, pause: async () => undefined });
  expect(config.attestationKey).toBe(told);
  const missing = async () => new Response(null, { status: 404 });
  await expect(loadConfig({ fetch: missing, hostname: "localhost", builtIn: undefined })).rejects.toThrow("404");
});
