import { type Attachment, routes } from "@tribe/contract";
import { aUuid } from "../fixtures/ids.ts";
import { on } from "../server/answers.ts";
import type { ScriptedServer } from "../server/scripted-server.ts";

type PageWindow = Window & typeof globalThis;

interface Upload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  arrived: number;
}

/** The name in the metadata of a creation: `key base64`, separated by commas. */
const nameIn = (metadata: string): string => {
  const field = metadata.split(",").find((each) => each.startsWith("filename "));
  const bytes = Uint8Array.from(atob(field?.split(" ")[1] ?? ""), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(bytes);
};

/** The place of uploads, as much of the tus protocol as the page uses. Files arrive at once, unless the test holds them. */
export const scriptedUploads = (server: ScriptedServer) => {
  const uploads: Upload[] = [];
  const requests: string[] = [];
  const held: (() => void)[] = [];
  let mode: "open" | "held" | "lost" = "open";

  const attachmentOf = ({ id, name, size }: Upload): Attachment =>
    name.endsWith(".png")
      ? {
          ...{ id, name, size, kind: "image", width: 600, height: 400, isAnimated: false },
          blur: "data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
        }
      : { id, name, size, kind: "file" };

  server.answer(
    on(routes.media.upload, ({ query }) => {
      const upload = uploads.find(({ id }) => id === query.id);
      if (!upload) throw new Error(`no upload ${query.id}`);
      return { state: "ready" as const, attachment: attachmentOf(upload) };
    }),
  );

  const answer = (method: string, url: string, headers: ReadonlyMap<string, string>, body: Blob | null) => {
    requests.push(`${method} ${url.split("/").at(-1)}`);
    if (method === "POST") {
      const id = aUuid(600_000 + uploads.length);
      const [name, size] = [nameIn(headers.get("upload-metadata") ?? ""), Number(headers.get("upload-length"))];
      uploads.push({ id, name, size, arrived: 0 });
      return { status: 201, headers: { location: `${location.origin}/upload/${id}` } };
    }
    const upload = uploads.find(({ id }) => url.endsWith(id));
    if (!upload) return { status: 404, headers: {} };
    upload.arrived += body?.size ?? 0;
    const known = { "upload-offset": String(upload.arrived), "upload-length": String(upload.size) };
    return { status: method === "HEAD" ? 200 : 204, headers: known };
  };

  /** As much of the browser's own as the library for uploads uses; in the frame it stands in its place. */
  class ScriptedRequest {
    readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: ((error: Error) => void) | null = null;
    status = 0;
    readonly responseText = "";
    readonly #sent = new Map<string, string>();
    #received: Readonly<Record<string, string>> = {};
    #isOver = false;
    #method = "";
    #url = "";

    open(method: string, url: string): void {
      [this.#method, this.#url] = [method, url];
    }
    setRequestHeader(name: string, value: string): void {
      this.#sent.set(name.toLowerCase(), value);
    }
    getResponseHeader(name: string): string | null {
      return this.#received[name.toLowerCase()] ?? null;
    }
    send(body: Blob | null): void {
      const end = (): void => {
        if (this.#isOver) return;
        if (mode === "lost") {
          this.onerror?.(new Error("the connection was lost"));
          return;
        }
        const { status, headers } = answer(this.#method, this.#url, this.#sent, body);
        this.#received = headers;
        this.status = status;
        this.onload?.();
      };
      if (this.#method !== "PATCH" || mode !== "held") {
        queueMicrotask(end);
        return;
      }
      held.push(end);
      this.upload.onprogress?.({ lengthComputable: true, loaded: (body?.size ?? 0) / 2 });
    }
    abort(): void {
      this.#isOver = true;
    }
  }

  return {
    uploads,
    /** Each request: its method and the last field of its address. */
    requests,
    attachmentOf: (id: string): Attachment => {
      const upload = uploads.find((each) => each.id === id);
      if (!upload) throw new Error(`no upload ${id}`);
      return attachmentOf(upload);
    },
    /** For the option `browser` of a screen. */
    install: (window: PageWindow): void => {
      // Those of the page before have ended with it.
      held.splice(0);
      Reflect.set(window, "XMLHttpRequest", ScriptedRequest);
    },
    /** Half of each file arrives, until they are released. */
    hold: (): void => {
      mode = "held";
    },
    /** Nothing arrives any more. */
    lose: (): void => {
      mode = "lost";
    },
    release: (): void => {
      mode = "open";
      for (const end of held.splice(0)) end();
    },
  };
};
