import { request } from "node:http";
import { Agent, request as requestOverTls } from "node:https";
import { toBase64 } from "@tribe/chain/transactions";
import { ApiError, addressSchema, signatureSchema } from "@tribe/contract";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { currentTrace } from "../../context/tracing.ts";
import { areSameCertificates, readCertificates } from "./certificates.ts";
import type { CertificateFiles, CoSignerEndpoint } from "./endpoint.ts";
import { type CoSigner, CoSignRefusedError } from "./port.ts";
import { maxCoSignBytes } from "./serve.ts";

const addressAnswer = z.object({ address: addressSchema });
const signedAnswer = z.object({ signature: signatureSchema });

const timeoutMs = 5_000;

/** How often certificates are checked for renewal, ms. */
const certificatesEvery = 60_000;

/**
 * A co-signer in another process.
 * @throws ApiError `unavailable` when nobody answers, or, over TLS, the peer has no certificate of the authority for that
 * host; ConfigError when our own certificates can't be used
 */
export const connectCoSigner = async (endpoint: CoSignerEndpoint, log: Logger): Promise<CoSigner> => {
  const ask = endpoint.kind === "socket" ? askBySocket(endpoint.path) : await askByTls(endpoint, log);
  const { address } = z.parse(addressAnswer, (await ask("GET", "/address")).body);
  return {
    address,
    coSign: async ({ message, trader, signature }) => {
      const { status, body } = await ask("POST", "/co-sign", { message: toBase64(message), trader, signature });
      if (status === 403) throw new CoSignRefusedError("the process with the admin's key refused to co-sign");
      if (status !== 200) throw new ApiError("unavailable");
      return z.parse(signedAnswer, body).signature;
    },
  };
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
type Ask = (method: "GET" | "POST", path: string, body?: unknown) => Promise<Answer>;

const askBySocket =
  (socketPath: string): Ask =>
  (method, path, body) =>
    answerOf(body, (headers) =>
      request({ socketPath, method, path, headers: { host: "keys", ...headers }, timeout: timeoutMs }),
    );

const askByTls = async (
  { host, port, certificates }: Extract<CoSignerEndpoint, { kind: "tls" }>,
  log: Logger,
): Promise<Ask> => {
  const agentOf = await followedAgent(certificates, log);
  return async (method, path, body) => {
    const agent = await agentOf();
    return answerOf(body, (headers) =>
      requestOverTls({ host, port, agent, method, path, headers, timeout: timeoutMs }),
    );
  };
};

/**
 * Uses the current certificates: they are read again after {@link certificatesEvery}, and damaged ones are ignored. TLS
 * sessions are resumed, connections are not kept. @throws ConfigError when those at the start can't be used
 */
const followedAgent = async (files: CertificateFiles, log: Logger): Promise<() => Promise<Agent>> => {
  let tls = await readCertificates(files);
  let agent = new Agent(tls);
  let lookedAt = performance.now();
  return async () => {
    if (performance.now() - lookedAt < certificatesEvery) return agent;
    lookedAt = performance.now();
    try {
      const found = await readCertificates(files);
      if (!areSameCertificates(tls, found)) [tls, agent] = [found, new Agent(found)];
    } catch (err) {
      log.error({ err }, "the certificates to ask for co-signatures with can't be read again");
    }
    return agent;
  };
};

const answerOf = (
  body: unknown,
  begin: (headers: Record<string, string>) => ReturnType<typeof request>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new ApiError("unavailable", { cause }));
    const payload = body === undefined ? "" : JSON.stringify(body);
    const trace = currentTrace();
    const call = begin({
      ...(payload === "" ? {} : { "content-type": "application/json" }),
      ...(trace === undefined ? {} : { traceparent: trace }),
    });
    call.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > maxCoSignBytes) call.destroy(new Error("the answer is too long"));
      });
      answer.on("error", fail);
      answer.on("end", () => {
        try {
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) });
        } catch (cause) {
          fail(cause);
        }
      });
    });
    call.on("timeout", () => call.destroy(new Error("no answer in time")));
    call.on("error", fail);
    call.end(payload);
  });
