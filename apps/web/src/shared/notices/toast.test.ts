import { toast as sonner } from "sonner";
import { expect, it, vi } from "vitest";

// A fresh module: test files of one process share modules, and toasts of another file may still be queued in it.
vi.resetModules();
const { holdToasts, toast, toastsStand } = await import("./toast.ts");

const shown = () => sonner.getToasts().map(({ id }) => id);

it("shows what was said before the drawing part was there", () => {
  toast("Saved", { id: "saved" });
  expect(shown()).toEqual([]);
  toastsStand(sonner);
  expect(shown()).toEqual(["saved"]);
});

it("keeps back what is said while the wallet shows, in two boxes even, and shows it once after", () => {
  const [releaseOne, releaseOther] = [holdToasts(), holdToasts()];
  toast.success("Transaction Confirmed", { id: "confirmed" });
  releaseOne();
  expect(shown()).toEqual(["saved"]);
  releaseOther();
  expect(shown()).toEqual(["saved", "confirmed"]);
  toast("Copied", { id: "copied" });
  expect(shown()).toContain("copied");
});
