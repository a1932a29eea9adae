/**
 * Who may import whom (docs/architecture.md): contract ← domain ← chain ← apps; `ui` imports only React and its
 * primitives; features and modules never reach into each other; only the two composition roots see everything.
 *
 * @param {string} name
 * @param {string} from a package's folder
 * @param {string[]} allowed other packages' folders
 * @param {string} comment
 */
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: `^packages/${from}/src`, pathNot: "\\.test\\.tsx?$" },
  to: {
    path: "^(packages|apps|programs)/",
    pathNot: [`^packages/${from}/`, ...allowed.map((one) => `^packages/${one}/`)],
  },
});

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    only("contract-is-a-leaf", "contract", [], "The contract imports nothing of ours."),
    only("domain-imports-contract", "domain", ["contract"], "Rules know only the contract."),
    only("chain-imports-domain", "chain", ["contract", "domain"], "Chain code knows the rules and the contract."),
    only("ui-stands-alone", "ui", [], "Primitives know nothing of the product."),
    only("localnet-stands-alone", "localnet", [], "A tool of its own."),
    only("devkit-imports-chain", "devkit", ["contract", "domain", "chain"], "Stand-ins and our people from Node."),
    {
      name: "packages-never-import-apps",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    {
      name: "web-features-meet-in-the-shell",
      severity: "error",
      comment: "A feature offers its index.ts; others never see its insides.",
      from: { path: "^apps/web/src/features/([^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: "^apps/web/src/features/([^/]+)/.+",
        pathNot: ["^apps/web/src/features/$1/", "^apps/web/src/features/[^/]+/index\\.tsx?$"],
      },
    },
    {
      name: "features-do-not-import-the-shell",
      severity: "error",
      from: { path: "^apps/web/src/(features|shared)/" },
      to: { path: "^apps/web/src/app/" },
    },
    {
      name: "server-modules-keep-to-themselves",
      severity: "error",
      comment: "A module offers its index.ts; others never see its insides.",
      from: { path: "^apps/server/src/modules/([^/]+)/", pathNot: ["\\.test\\.ts$", "/testing/"] },
      to: {
        path: "^apps/server/src/modules/([^/]+)/.+",
        pathNot: ["^apps/server/src/modules/$1/", "^apps/server/src/modules/[^/]+/(index|schema)\\.ts$"],
      },
    },
    {
      name: "statements-stand-in-store",
      severity: "error",
      comment:
        "A module's statements are in its store/, with typed rows; beside them only schema.ts knows the database.",
      from: {
        path: "^apps/server/src/modules/",
        pathNot: ["\\.test\\.ts$", "/testing/", "/store/", "/schema\\.ts$"],
      },
      to: { path: "^node_modules/drizzle-orm/" },
    },
    {
      name: "rules-know-no-database",
      severity: "error",
      comment: "Rules are pure: of the database they know only the types of its rows.",
      from: { path: "^apps/server/src/modules/[^/]+/rules/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "(^node_modules/drizzle-orm/|^apps/server/src/(db|engines)/|/store/|/schema\\.ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "product-has-no-test-support",
      severity: "error",
      comment:
        "What lies in a folder testing may see the insides of every module, so that nothing but tests may lean on it.",
      from: { path: "^apps/server/src/", pathNot: ["\\.test\\.ts$", "/testing/"] },
      to: { path: "/testing/" },
    },
    {
      name: "browser-code-has-no-server",
      severity: "error",
      from: { path: "^apps/(web|signer)/src" },
      to: { path: "^(apps/server|packages/(devkit|localnet))/" },
    },
    {
      name: "page-and-signer-are-apart",
      severity: "error",
      comment: "Two origins that trust each other in nothing: they share packages and talk by typed messages.",
      from: { path: "^apps/(web|signer)/src/" },
      to: { path: "^apps/(web|signer)/", pathNot: "^apps/$1/" },
    },
    {
      name: "scripts-run-before-anything-is-installed",
      severity: "error",
      comment: "`npm start` begins with them on a fresh clone: Node's own modules and nothing else.",
      from: { path: "^scripts/(lib/|(start|test|check|bench|complete-lock)\\.mjs$)" },
      to: { pathNot: "^scripts/", dependencyTypesNot: ["core"] },
    },
    {
      name: "programs-tests-know-no-app",
      severity: "error",
      comment: "The programs are proven by themselves, against an independent model.",
      from: { path: "^programs/" },
      to: { path: "^apps/" },
    },
    {
      name: "product-code-has-no-tests",
      severity: "error",
      comment: "What only tests need is never loaded by the product.",
      from: { path: "^(apps|packages)/[^/]+/src/", pathNot: "(\\.test\\.tsx?$|/testing/|testing[^/]*\\.ts$)" },
      to: { path: "(\\.test\\.tsx?$|^(e2e|bench|programs|scripts|apps/(web|signer)/screens)/)" },
    },
    {
      name: "devkit-only-from-the-root",
      severity: "error",
      comment: "Production code reaches stand-ins only over the wire.",
      from: {
        path: "^apps/server/src",
        pathNot: ["^apps/server/src/main\\.ts$", "\\.test\\.ts$", "^apps/server/src/testing/"],
      },
      to: { path: "^packages/devkit/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["/generated/", "/dist/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".css"],
    },
  },
};
