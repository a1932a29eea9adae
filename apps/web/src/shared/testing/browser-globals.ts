import { vi } from "vitest";
import { storageOf } from "../transactions/testing/storage.ts";

// What the page's own modules look at when they are loaded. Import this first.
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("location", new URL("http://localhost"));
vi.stubGlobal("localStorage", storageOf({}));
vi.stubGlobal("window", globalThis);
