import { type KitBytes, toBase58 } from "../encoding.ts";
import { keypairBytes, kitFaultTexts, openKit } from "../kit-file.ts";
import { isKeyOf } from "./is-key-of.ts";

// The script of the restore page. It is built into one file that makes no requests.

const find = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`the page has no ${id}`);
  return found;
};

const form = find("form", HTMLFormElement);
const file = find("file", HTMLInputElement);
const passphrase = find("passphrase", HTMLTextAreaElement);
const fault = find("fault", HTMLParagraphElement);
const result = find("result", HTMLElement);
const key = find("key", HTMLParagraphElement);
const how = find("how", HTMLParagraphElement);

let restored: { readonly keypair: KitBytes; readonly address: string } | null = null;

const restore = async (): Promise<string | null> => {
  const chosen = file.files?.[0];
  if (!chosen) return "Choose your kit's file first.";
  const opened = await openKit(await chosen.text(), passphrase.value);
  if ("fault" in opened) return kitFaultTexts[opened.fault];
  const { seed, address, number, madeAt } = opened;
  const keypair = keypairBytes(seed, address);
  if (!keypair || !(await isKeyOf(seed, address))) return kitFaultTexts.damagedKit;
  seed.fill(0);
  restored = { keypair, address };
  find("address", HTMLElement).textContent = address;
  find("kit", HTMLElement).textContent = `${number}, made on ${madeAt.slice(0, 10)}`;
  return null;
};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  fault.textContent = "";
  result.hidden = true;
  key.hidden = true;
  how.hidden = true;
  key.textContent = "";
  restored = null;
  restore().then(
    (problem) => {
      if (problem !== null) {
        fault.textContent = problem;
        return;
      }
      result.hidden = false;
      find("restored", HTMLElement).focus();
    },
    () => {
      fault.textContent = "This browser can't do it. Use a newer one.";
    },
  );
});

find("show", HTMLButtonElement).addEventListener("click", () => {
  if (!restored) return;
  key.textContent = toBase58(restored.keypair);
  key.hidden = false;
  how.hidden = false;
});

find("save", HTMLButtonElement).addEventListener("click", () => {
  if (!restored) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify([...restored.keypair])], { type: "application/json" }));
  link.download = `${restored.address}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
});
