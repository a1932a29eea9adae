import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { S3Store } from "@tus/s3-store";
import type { S3Config } from "../../settings/config.ts";
import { requireFileId } from "./file-id.ts";
import type { Files } from "./port.ts";
import { workFolders } from "./work-folder.ts";

/** How long a redirect to the bucket is valid: access was checked just before. */
export const redirectSeconds = 30;
const partBytes = 8 * 1_024 * 1_024;

/** Stores files in a bucket of an S3-compatible storage; browsers fetch them from there. */
export const openS3 = async (settings: S3Config): Promise<Files> => {
  const Bucket = settings.bucket;
  const clientConfig = {
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Other providers than Amazon address a bucket by its path.
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    // Other storages than Amazon's do not all support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  } as const;
  const client = new S3Client(clientConfig);
  const works = await mkdtemp(join(tmpdir(), "tribe-files-"));
  const keyOf = (key: string): string => `media/${key}`;

  const fetchTo = async (key: string, path: string): Promise<string> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
    if (!(Body instanceof Readable)) throw new Error("the storage answered without a body");
    await pipeline(Body, createWriteStream(path));
    return path;
  };
  const removeAll = async (prefix: string): Promise<void> => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
    const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    if (Objects.length > 0) await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  };

  return {
    uploads: new S3Store({ partSize: partBytes, s3ClientConfig: { ...clientConfig, bucket: Bucket } }),
    inWorkFolder: workFolders(works),
    localUpload: (id, folder) => fetchTo(id, join(folder, "upload")),
    // The upload and tus's data about it share a prefix: no id is a prefix of another.
    removeUpload: async (id) => removeAll(requireFileId(id)),
    store: async (key, path, ContentType) => {
      const { size } = await stat(path);
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: keyOf(key),
          Body: createReadStream(path),
          ContentLength: size,
          ContentType,
        }),
      );
    },
    remove: async (id) => removeAll(keyOf(`${requireFileId(id)}/`)),
    deliver: async (key, headers) => ({
      kind: "redirect",
      url: await getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket,
          Key: keyOf(key),
          ResponseContentType: headers.contentType,
          ResponseContentDisposition: headers.contentDisposition,
        }),
        { expiresIn: redirectSeconds },
      ),
    }),
    localFile: (key, folder) => fetchTo(keyOf(key), join(folder, "file")),
    freeBytes: async () => null,
    close: () => {
      client.destroy();
      void rm(works, { recursive: true, force: true });
    },
  };
};
