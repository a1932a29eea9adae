import { expect, test } from "vitest";
import { keepComposingKeys } from "./composing-keys.ts";

interface Key {
  readonly key: string;
  readonly isComposing?: boolean;
  readonly keyCode?: number;
}

/** The keys that the page's own listeners hear. */
const keysReceived = (keys: readonly Key[]): readonly string[] => {
  const page = new EventTarget();
  keepComposingKeys(page);
  const received: string[] = [];
  page.addEventListener("keydown", (event) => received.push((event as Event & Key).key)); // made below
  for (const key of keys) {
    const event = Object.assign(new Event("keydown", { cancelable: true }), key);
    page.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  }
  return received;
};

test("a key that composes a word is none of the page's, in each browser's order", () => {
  const composing = ["Enter", "Escape", "Tab", "ArrowDown", "ArrowUp", "Backspace", "Process"];
  expect(keysReceived(composing.map((key) => ({ key, isComposing: true, keyCode: 229 })))).toEqual([]);
  // Firefox tells the key's own code, Safari only the code, after the composition's end.
  expect(keysReceived(composing.map((key) => ({ key, isComposing: true, keyCode: 13 })))).toEqual([]);
  expect(keysReceived(composing.map((key) => ({ key, isComposing: false, keyCode: 229 })))).toEqual([]);
});

test("all other keys are, also those of a phone's keyboard", () => {
  const others = [
    { key: "Enter", isComposing: false, keyCode: 13 },
    { key: "a", isComposing: false, keyCode: 65 },
    { key: "Unidentified", isComposing: true, keyCode: 229 },
  ];
  expect(keysReceived(others)).toEqual(others.map(({ key }) => key));
});
