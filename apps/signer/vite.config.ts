import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildTargets } from "../../packages/domain/src/browsers/floor.ts";
import { thirdPartyLicences } from "../../packages/ui/build/third-party-licences.ts";
import { lateWords } from "./build/late-words.ts";
import { preloadFont } from "./build/preload-font.ts";
import { publishHash } from "./build/publish-hash.ts";

/** One entry, no inline script or style, as the strict policy of the README requires. */
export default defineConfig({
  plugins: [react(), tailwindcss(), lateWords(), preloadFont(), thirdPartyLicences(["tailwindcss"]), publishHash()],
  build: { target: buildTargets, modulePreload: false, assetsInlineLimit: 0, sourcemap: false },
});
