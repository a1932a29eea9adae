import { toast as sonner } from "sonner";
import { beforeAll, expect, it, vi } from "vitest";
import { signInNotice, toast, toastsStand } from "./toast.ts";

const shown = () => sonner.getToasts().map(({ id }) => id);

// Sonner tells its list of a notice that goes in the browser's next frame.
beforeAll(() => vi.stubGlobal("requestAnimationFrame", (draw: () => void) => draw()));

it("shows what was said before the drawing part was there, except what was taken back meanwhile", () => {
  toast("Saved", { id: "saved" });
  toast("Please sign in first", { id: signInNotice });
  toast.dismiss(signInNotice);
  expect(shown()).toEqual([]);
  toastsStand(sonner);
  expect(shown()).toEqual(["saved"]);
});

it("takes a shown notice back by its name and leaves the others", () => {
  toast("Please sign in first", { id: signInNotice });
  expect(shown()).toContain(signInNotice);
  toast.dismiss(signInNotice);
  expect(shown()).toEqual(["saved"]);
});
