import { ApiError } from "@tribe/contract";
import { countFailureOf } from "../context/dependency-failures.ts";
import { inSpan } from "../context/tracing.ts";
import type { CoSigner } from "../engines/co-signer/port.ts";
import type { Files } from "../engines/files/port.ts";
import type { Mail } from "../engines/mail/port.ts";
import type { Push } from "../engines/push/port.ts";
import type { Metrics } from "./metrics.ts";

/** The same mail server, whose failures are counted. */
export const countedMail = (mail: Mail, { mailFailures }: Metrics): Mail => ({
  ...mail,
  send: async (message) => {
    try {
      await mail.send(message);
    } catch (error) {
      mailFailures.inc();
      countFailureOf("mail");
      throw error;
    }
  },
});

/** The same pushes, whose answers are counted. */
export const countedPush = (push: Push, { pushes }: Metrics): Push => ({
  ...push,
  send: async (target, message) => {
    const answer = await push.send(target, message);
    pushes.inc({ outcome: answer.kind });
    if (answer.kind === "later") countFailureOf("push");
    return answer;
  },
});

/** The same storage, whose failures are counted by operation. */
export const countedFiles = (files: Files, { storageFailures }: Metrics): Files => {
  const counted =
    <Args extends unknown[], Result>(operation: string, work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await work(...args);
      } catch (error) {
        storageFailures.inc({ operation });
        countFailureOf("storage");
        throw error;
      }
    };
  return {
    ...files,
    localUpload: counted("read_upload", files.localUpload),
    removeUpload: counted("remove_upload", files.removeUpload),
    store: counted("store", files.store),
    remove: counted("remove", files.remove),
    deliver: counted("deliver", files.deliver),
    localFile: counted("read", files.localFile),
  };
};

/** The same co-signer; that it gave no answer is counted, a refusal is not. */
export const countedCoSigner = (coSigner: CoSigner): CoSigner => ({
  // Only a process with the key knows it, and only who asks needs it.
  get address() {
    return coSigner.address;
  },
  coSign: async (request) => {
    try {
      return await inSpan("ask to co-sign", { kind: "client" }, () => coSigner.coSign(request));
    } catch (error) {
      if (error instanceof ApiError && error.code === "unavailable") countFailureOf("keys");
      throw error;
    }
  },
});
