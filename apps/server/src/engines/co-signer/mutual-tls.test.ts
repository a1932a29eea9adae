import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect } from "node:tls";
import type { Address, TransactionSignature } from "@tribe/contract";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigError } from "../../settings/environment.ts";
import { newAuthority, type TestAuthority, type TestCertificate } from "../../testing/test-certificates.ts";
import { connectCoSigner } from "./connect.ts";
import type { CertificateFiles } from "./endpoint.ts";
import { type CoSigner, CoSignRefusedError, type CoSignRequest } from "./port.ts";
import { serveCoSigner } from "./serve.ts";

const address = "8dHEsm9jeYwzRVfHsM4AtkpSzN8Z1V6sXyTYmGkCmPhY" as Address; // a valid address: 32 bytes
const signature = "5".repeat(88) as TransactionSignature; // the length of a real one
const asked: CoSignRequest = { message: new Uint8Array([1, 2, 3]), trader: address, signature };
/** The signing itself is tested elsewhere: this one signs everything except an empty message. */
const own: CoSigner = {
  address,
  coSign: async ({ message }) => {
    if (message.length === 0) throw new CoSignRefusedError("not co-signed: nothing");
    return signature;
  },
};

let folder: string;
let authority: TestAuthority;
let serving: Awaited<ReturnType<typeof serveCoSigner>>;
const logged: string[] = [];
const log = pino({ level: "error" }, { write: (line: string) => void logged.push(line) });

/** Writes one side's files to the paths of its settings. */
const filesOf = async (side: string, { cert, key }: TestCertificate, ca = authority.ca): Promise<CertificateFiles> => {
  const place = (name: string) => join(folder, `${side}-${name}.pem`);
  for (const [name, text] of Object.entries({ cert, key, ca })) await writeFile(place(name), text, { mode: 0o600 });
  return { cert: place("cert"), key: place("key"), ca: place("ca") };
};
const serve = async (certificates: CertificateFiles) =>
  serveCoSigner(own, { kind: "tls", host: "localhost", port: 0, certificates }, log, { certificatesEvery: 20 });
const ask = async (certificates: CertificateFiles, host = "localhost") =>
  connectCoSigner({ kind: "tls", host, port: serving.port ?? 0, certificates }, log);
const web = (from = authority, options = {}) =>
  filesOf("web", from.issue({ dnsName: "web.tribe.internal", ...options }));

beforeEach(async () => {
  logged.length = 0;
  folder = await mkdtemp(join(tmpdir(), "tribe-tls-"));
  authority = newAuthority("Tribe's co-signing");
  serving = await serve(await filesOf("keys", authority.issue({ dnsName: "localhost" })));
});
afterEach(async () => {
  await serving.stop();
  await rm(folder, { recursive: true, force: true });
});

test("two processes with certificates of one authority co-sign, and a refusal reaches the caller", async () => {
  const far = await ask(await web());
  expect(far.address).toBe(address);
  expect(await far.coSign(asked)).toBe(signature);
  await expect(far.coSign({ ...asked, message: new Uint8Array() })).rejects.toBeInstanceOf(CoSignRefusedError);
});

describe("a caller gets no answer", () => {
  const unavailable = { code: "unavailable" };

  test("with a certificate of another authority, though it has the same name", async () => {
    const strangers = newAuthority("Tribe's co-signing");
    await expect(ask(await filesOf("web", strangers.issue({ dnsName: "web.tribe.internal" })))).rejects.toMatchObject(
      unavailable,
    );
  });

  test("with an expired certificate", async () => {
    await expect(ask(await web(authority, { notAfter: Date.now() - 60_000 }))).rejects.toMatchObject(unavailable);
  });

  /** The answer to a request over a TLS connection with these options. */
  const answerOn = (options: ConnectionOptions): Promise<string> =>
    new Promise((resolve) => {
      let heard = "";
      const line = connect({ host: "localhost", port: serving.port ?? 0, ca: authority.ca, ...options });
      line.on("data", (data) => {
        heard += data.toString();
      });
      line.on("error", () => undefined).on("close", () => resolve(heard));
      line.write("GET /address HTTP/1.1\r\nhost: keys\r\nconnection: close\r\n\r\n");
    });

  test("without a certificate, with an older TLS, or without TLS", async () => {
    const mine = authority.issue({ dnsName: "web.tribe.internal" });
    expect(await answerOn({ ...mine })).toContain(address);
    expect(await answerOn({})).toBe("");
    expect(await answerOn({ ...mine, maxVersion: "TLSv1.2" })).toBe("");
    const plain = await new Promise<string>((resolve) => {
      request({ host: "localhost", port: serving.port ?? 0, path: "/address" }, (answer) =>
        resolve(`${answer.statusCode}`),
      )
        .on("error", () => resolve("none"))
        .end();
    });
    expect(plain).not.toBe("200");
  });
});

test("nothing is sent to a server whose certificate has another authority or another name", async () => {
  const mine = await web();
  await serving.stop();
  const strangers = newAuthority("Tribe's co-signing");
  serving = await serve(await filesOf("keys", strangers.issue({ dnsName: "localhost" }), authority.ca));
  await expect(ask(mine)).rejects.toMatchObject({ code: "unavailable" });
  await serving.stop();
  serving = await serve(await filesOf("keys", authority.issue({ dnsName: "keys.elsewhere.example" })));
  await expect(ask(mine)).rejects.toMatchObject({ code: "unavailable" });
});

test("renewed certificates are used without a restart, and damaged ones are ignored", async () => {
  const next = newAuthority("Tribe's next co-signing");
  const far = await ask(await web());
  await writeFile(join(folder, "keys-cert.pem"), "not a certificate");
  await expect.poll(() => logged.join("")).toContain("certificates can't be read again");
  expect(await far.coSign(asked)).toBe(signature);
  await filesOf("keys", next.issue({ dnsName: "localhost" }), next.ca);
  const theirs = await filesOf("next", next.issue({ dnsName: "web.tribe.internal" }), next.ca);
  await expect
    .poll(() =>
      ask(theirs).then(
        (each) => each.address,
        () => null,
      ),
    )
    .toBe(address);
});

describe("a start fails with a message", () => {
  const bothSides = async (files: CertificateFiles, said: (string | RegExp)[]) => {
    for (const start of [() => ask(files), () => serve(files)]) {
      const error = await start().then(
        () => null,
        (each: unknown) => each,
      );
      expect(error).toBeInstanceOf(ConfigError);
      for (const each of said) expect(String(error)).toMatch(each);
    }
  };

  test.each([
    ["cert", "TRIBE_CO_SIGNER_CERT"],
    ["key", "TRIBE_CO_SIGNER_KEY"],
    ["ca", "TRIBE_CO_SIGNER_CA"],
  ] as const)("which file is missing: %s", async (name, setting) => {
    const files = await web();
    await rm(files[name]);
    await bothSides(files, [files[name], setting]);
  });

  test("that a key is not the certificate's own", async () => {
    const { cert } = authority.issue({ dnsName: "web.tribe.internal" });
    const { key } = authority.issue({ dnsName: "thief.example" });
    await bothSides(await filesOf("web", { cert, key }), [/key values mismatch/, "TRIBE_CO_SIGNER_KEY"]);
  });

  test.each(["cert", "key", "ca"] as const)("that a file is not PEM: %s", async (name) => {
    const files = await web();
    await writeFile(files[name], "nothing of the kind");
    await bothSides(files, [files[name], /Each is PEM/]);
  });

  test.each(["cert", "key", "ca"] as const)("that a file is empty, as while it is being written: %s", async (name) => {
    const files = await web();
    await writeFile(files[name], "");
    await bothSides(files, [files[name], /Each is PEM/]);
  });
});
