import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** @param {readonly ts.Diagnostic[]} diagnostics */
const throwIfAny = (diagnostics) => {
  if (diagnostics.length === 0) return;
  const host = { getCanonicalFileName: String, getCurrentDirectory: () => "", getNewLine: () => "\n" };
  throw new Error(ts.formatDiagnostics(diagnostics, host));
};

/**
 * Writes the declarations of a module and of the modules that its declarations import, and no others.
 * @param {string} source the folder of the sources
 * @param {string} entry a path in it
 * @param {string} target the folder to write into
 * @throws Error with the compiler's messages
 */
export const writeTypes = (source, entry, target) => {
  const options = /** @satisfies {ts.CompilerOptions} */ ({
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    rootDir: source,
    outDir: target,
  });
  const program = ts.createProgram([join(source, entry)], options);
  const written = new Set([entry]);
  // A set is read on while it grows.
  for (const path of written) {
    const file = program.getSourceFile(join(source, path));
    const emitted = program.emit(file, (name, text) => {
      for (const [, imported = ""] of text.matchAll(/from "(\.[^"]+\.ts)"/g))
        written.add(join(dirname(path), imported));
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, text.replace(/(from "\.[^"]+)\.ts"/g, '$1.js"'));
    });
    throwIfAny(emitted.diagnostics);
  }
};
