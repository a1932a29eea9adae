import { toast as sonner } from "sonner";
import { beforeAll, expect, it, vi } from "vitest";

// A fresh module: test files of one process share modules, and toasts of another file may still be queued in it.
vi.resetModules();
const { holdToasts, signInNotice, toast, toastsStand } = await import("./toast.ts");

const shown = () => sonner.getToasts().map(({ id }) => id);

// Sonner notifies its list of a dismissed toast in the browser's next frame.
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

it("keeps back what is said while the wallet shows, in two boxes even, and shows it once after", () => {
  const [releaseOne, releaseOther] = [holdToasts(), holdToasts()];
  toast.success("Transaction Confirmed", { id: "confirmed" });
  toast("Please sign in first", { id: signInNotice });
  toast.dismiss(signInNotice);
  releaseOne();
  expect(shown()).toEqual(["saved"]);
  releaseOther();
  expect(shown()).toEqual(["saved", "confirmed"]);
  toast("Copied", { id: "copied" });
  expect(shown()).toContain("copied");
});
