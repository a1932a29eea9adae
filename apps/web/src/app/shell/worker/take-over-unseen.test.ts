import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { takeOverUnseen } from "./take-over-unseen.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A visible or hidden page, and a waiting worker that records its messages. */
const open = (visibilityState: DocumentVisibilityState) => {
  const page = Object.assign(new EventTarget(), { visibilityState });
  const worker = { state: "installed", postMessage: vi.fn() };
  // The parts of both that are used.
  takeOverUnseen(worker as unknown as ServiceWorker, page as unknown as Document);
  const turn = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { worker, turn };
};

it("has the new worker take over once nobody looks at the page", () => {
  const { worker, turn } = open("visible");
  vi.runAllTimers();
  expect(worker.postMessage).not.toHaveBeenCalled();
  turn("hidden");
  vi.runAllTimers();
  expect(worker.postMessage).toHaveBeenCalledWith({ type: "takeOver" });
});

it("does nothing for who comes back at once, nor for a worker that another one has replaced", () => {
  const { worker, turn } = open("hidden");
  turn("visible");
  vi.runAllTimers();
  worker.state = "redundant";
  turn("hidden");
  vi.runAllTimers();
  expect(worker.postMessage).not.toHaveBeenCalled();
});
