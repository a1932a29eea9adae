// Opens the named states of the app's screens (apps/web/screens/states) in a page with hot reload: `npm run screens`.
import { serveGallery } from "../apps/web/screens/build/serve-gallery.ts";
import { print } from "./lib/terminal.mjs";

print(`Screens at ${await serveGallery()}`);
