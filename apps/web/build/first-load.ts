import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

const compress = promisify(brotliCompress);
/** Brotli's parameters for encoding distances. The best ones differ between files, by up to 1 % of the size. */
const ways = [
  { postfix: 0, direct: 0 },
  { postfix: 0, direct: 1 },
  { postfix: 1, direct: 8 },
  { postfix: 2, direct: 32 },
] as const;
/** Smaller files are not compressed: the header would cost as much as compression saves. */
const smallestBytes = 512;

/** Compresses a file with brotli. For files of the first load, tries all parameters and takes the smallest result. */
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

/** The fonts of the first paint: the Latin subsets of both families. */
const firstFonts = [/inter-latin-wght-normal/, /bricolage-grotesque-latin-wght-normal/];

/** The entry script's tag as Vite writes it. */
const entryPattern = /<script type="module"[^>]* src="[^"]+"><\/script>/;

/**
 * Optimises the first load:
 * - preloads the fonts of the first paint;
 * - inlines the styles (8 KB), which saves a round trip before the first paint;
 * - puts the entry script into a template (`<!--script-->`) that is used after the first paint, with preloads of the chunks in
 *   which main.tsx renders the page and a marker for those of the requested page (`<!--preloads-->`), which the shells of
 *   index.html name (`data-module="src/…"` becomes `data-preload="/assets/…"`);
 * - writes a brotli-compressed copy beside each text file of the build.
 */
export const firstLoad = (): Plugin => {
  let folder = "";
  /** The names of the files that the first load of a page requests. */
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
        // Not index.html: the server renders the page for each response.
        if (!/\.(js|css|svg|json|webmanifest)$/.test(name)) continue;
        const bytes = await readFile(join(folder, name));
        if (bytes.length >= smallestBytes)
          await writeFile(join(folder, `${name}.br`), await brotli(bytes, first.has(name)));
      }
    },
  };
};

/** A module's chunk with all its static imports. @throws Error if the build has no such chunk */
const scriptsOf = (bundle: Rolldown.OutputBundle, module: string): string[] => {
  const own = Object.values(bundle).find(
    (part) => part.type === "chunk" && part.facadeModuleId?.endsWith(`/${module}`),
  );
  if (!own) throw new Error(`index.html names ${module}, and no chunk of the build is it`);
  return [...closureOf(bundle, [own.fileName])];
};

/** These chunks with all their static imports, transitively. */
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
