import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

const compress = promisify(brotliCompress);
/** Ways to write distances: which one makes a file smallest differs from file to file, by up to a hundredth of its size. */
const ways = [
  { postfix: 0, direct: 0 },
  { postfix: 0, direct: 1 },
  { postfix: 1, direct: 8 },
  { postfix: 2, direct: 32 },
] as const;
/** Below this a header costs what compression saves. */
const smallestBytes = 512;

/** A file's brotli form; the smallest of all ways where a phone waits for it, of the usual one elsewhere. */
const brotli = async (bytes: Buffer, isFirst: boolean): Promise<Buffer> => {
  const forms = await Promise.all(
    ways.slice(0, isFirst ? ways.length : 1).map(({ postfix, direct }) =>
      compress(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  );
  return forms.reduce((least, form) => (form.length < least.length ? form : least));
};

/** Fonts of the first paint: the Latin subset of the two families. */
const firstFonts = [/inter-latin-wght-normal/, /bricolage-grotesque-latin-wght-normal/];

/** The page's script, as Vite writes it. */
const entryPattern = /<script type="module"[^>]* src="[^"]+"><\/script>/;

/**
 * What makes the first load quick: fonts of the first paint are asked for with the page; the styles stand in it (8 KB, for
 * a round trip before anything can be painted); the script waits in a template (`<!--script-->`) for the first paint, with
 * the steps in which main.tsx makes the page and a place for the parts of this page (`<!--preloads-->`), of which a shell
 * of index.html knows (`data-module="src/…"` becomes `data-preload="/assets/…"`); and every text file of the build has its
 * brotli form beside it.
 */
export const firstLoad = (): Plugin => {
  let folder = "";
  /** What a page asks for by itself. */
  const first = new Set<string>();
  return {
    name: "tribe-first-load",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {}, chunk }) => {
        const steps = closureOf(bundle, [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]);
        for (const name of [...steps, ...(chunk ? [chunk.fileName] : [])]) first.add(name);
        return {
          html: html
            .replace(/ data-module="([^"]+)"/g, (_whole, module: string) => {
              const names = scriptsOf(bundle, module).filter((name) => !steps.has(name));
              for (const name of names) first.add(name);
              return ` data-preload="${names.map((name) => `/${name}`).join(" ")}"`;
            })
            .replace(entryPattern, "")
            .replace("<!--script-->", () => {
              const links = [...steps].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
              const entry = entryPattern.exec(html)?.[0];
              if (entry === undefined) throw new Error("the page has no module script as Vite writes it");
              return `<template id="script">${links.join("")}<!--preloads-->${entry}</template>`;
            })
            .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (whole, name: string) => {
              const sheet = bundle[name];
              return sheet?.type === "asset" ? `<style>${String(sheet.source)}</style>` : whole;
            }),
          tags: Object.keys(bundle)
            .filter((name) => firstFonts.some((font) => font.test(name)))
            .map((name) => ({
              tag: "link",
              attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: true },
              injectTo: "head-prepend",
            })),
        };
      },
    },
    writeBundle: async () => {
      for (const name of await readdir(folder, { recursive: true })) {
        // The page itself is written anew for each answer.
        if (!/\.(js|css|svg|json|webmanifest)$/.test(name)) continue;
        const bytes = await readFile(join(folder, name));
        if (bytes.length >= smallestBytes)
          await writeFile(join(folder, `${name}.br`), await brotli(bytes, first.has(name)));
      }
    },
  };
};

/** A module's chunk with all that it imports at once. @throws Error when the build has no such chunk. */
const scriptsOf = (bundle: Rolldown.OutputBundle, module: string): string[] => {
  const own = Object.values(bundle).find(
    (part) => part.type === "chunk" && part.facadeModuleId?.endsWith(`/${module}`),
  );
  if (!own) throw new Error(`index.html names ${module}, and no chunk of the build is it`);
  return [...closureOf(bundle, [own.fileName])];
};

/** These chunks with all that they import at once. */
const closureOf = (bundle: Rolldown.OutputBundle, names: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (name: string): void => {
    const part = bundle[name];
    if (found.has(name) || part?.type !== "chunk") return;
    found.add(name);
    for (const imported of part.imports) add(imported);
  };
  for (const name of names) add(name);
  return found;
};
