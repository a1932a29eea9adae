import { createHmac } from "node:crypto";
import send from "@fastify/send";
import {
  ApiError,
  type Attachment,
  attachmentIdSchema,
  type MediaForm,
  mediaClaimText,
  mediaForms,
  mediaPath,
  mediaUrlSeconds,
  signingWindowSeconds,
} from "@tribe/contract";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../context/context.ts";
import { isSame } from "../../crypto/secrets.ts";
import type { Registration } from "../../http/app.ts";
import { readTarget } from "../../http/request/target.ts";
import { type Person, personByUid } from "../identity/index.ts";
import { requireAccess } from "../membership/index.ts";
import { dispositionOf } from "./rules/disposition.ts";
import type { StoredForm } from "./schema.ts";
import { findUpload } from "./store/uploads.ts";

/** How many days a browser may cache what it has fetched; the address changes daily. */
const cacheSeconds = 86_400;

/**
 * Serves files at `/media/<id>/<form>` to the one person whom the address names, if they may read the chat. Headers keep browsers
 * from running any of it. @throws ApiError `not_found`, `unauthorized`, `banned`, `not_a_member`
 */
export const registerMedia: Registration = (app, ctx) => {
  app.route({
    method: ["GET", "HEAD"],
    url: `${mediaPath}/:id/:form`,
    handler: async (request, reply) => {
      const { id, form } = pathOf(request);
      const person = await personOf(ctx, request, id, form);
      const { stored, attachment } = await findFile(ctx, id, form, person);
      const contentDisposition = dispositionOf(attachment, form);
      const delivery = await ctx.files.deliver(`${id}/${form}`, {
        contentType: stored.contentType,
        contentDisposition,
      });
      reply.headers({
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-site",
        "referrer-policy": "no-referrer",
      });
      if (delivery.kind === "redirect") return reply.header("cache-control", "no-store").redirect(delivery.url, 302);
      const { statusCode, headers, stream } = await send(request.raw, delivery.path, {
        root: delivery.root,
        contentType: false,
        cacheControl: false,
        lastModified: false,
        dotfiles: "deny",
        index: false,
      });
      if (statusCode === 404) throw new ApiError("not_found");
      return reply
        .status(statusCode)
        .headers({ ...headers, "content-type": stored.contentType, "content-disposition": contentDisposition })
        .header("cache-control", `private, max-age=${cacheSeconds}`)
        .send(stream);
    },
  });
};

const pathOf = (request: FastifyRequest): { id: string; form: MediaForm } => {
  const [, , id, name] = readTarget(request.raw.url).path.split("/");
  const form = mediaForms.find((each) => each === name);
  if (!form || !id || !attachmentIdSchema.safeParse(id).success) throw new ApiError("not_found");
  return { id, form };
};

/**
 * The person whom the address names: it is signed with the secret of a session that has not ended. @throws ApiError
 * `unauthorized`
 */
const personOf = async (ctx: AppContext, request: FastifyRequest, id: string, form: MediaForm): Promise<Person> => {
  const { query } = readTarget(request.raw.url);
  const sessionId = query.get("session") ?? "";
  const until = Number(query.get("until"));
  const secondsLeft = until - ctx.now() / 1_000;
  // An address may not be valid for years after one signature. Before a day ends in UTC, a device whose clock is as fast as it may
  // be (`verifyCaller`) is in the next one already.
  const isTimely = Number.isInteger(until) && secondsLeft > 0 && secondsLeft <= mediaUrlSeconds + signingWindowSeconds;
  const session = isTimely ? await ctx.ports.callers.session(sessionId) : null;
  if (!session) throw new ApiError("unauthorized");
  const expected = createHmac("sha256", Buffer.from(session.secret, "base64url"))
    .update(mediaClaimText({ id, form, sessionId, until }))
    .digest();
  if (!isSame(expected, Buffer.from(query.get("signature") ?? "", "base64url"))) throw new ApiError("unauthorized");
  const person = await personByUid(ctx.db, session.uid);
  if (!person) throw new ApiError("unauthorized");
  return person;
};

/** A file in a form, if the person may have it: a sent one for the chat's readers, any other for its uploader. */
const findFile = async (
  ctx: AppContext,
  id: string,
  form: MediaForm,
  person: Person,
): Promise<{ readonly stored: StoredForm; readonly attachment: Attachment }> => {
  const row = await findUpload(ctx.db, id);
  const stored = row?.forms?.[form];
  if (row?.state !== "ready" || !row.attachment || !stored) throw new ApiError("not_found");
  if (row.messageId === null && row.uid !== person.uid) throw new ApiError("not_found");
  await requireAccess(ctx.db, row.mint, person);
  return { stored, attachment: row.attachment };
};
