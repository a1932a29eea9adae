// The page of `npm run screens`: lists the named states, and opens one in a frame of a phone's or a desktop's size.
import { storageKeys } from "../../src/shared/storage/keys.ts";
import { states } from "../states/all-states.ts";
import { bringToState } from "../support/bring-to-state.ts";
import { type MountedScreen, mountScreen } from "../support/mount-screen.ts";
import { sizes } from "../support/sizes.ts";

const shownSizes = ["phone", "desktop"] as const;
const looks = ["dark", "light"] as const;

/** What is open, as the address says: `#home/visitor?size=desktop&look=light`. */
const readAddress = () => {
  const [name = "", query] = location.hash.slice(1).split("?");
  const chosen = new URLSearchParams(query);
  return {
    name: states.has(name) ? name : ([...states.keys()][0] ?? ""),
    size: shownSizes.find((size) => size === chosen.get("size")) ?? "phone",
    look: looks.find((look) => look === chosen.get("look")) ?? "dark",
  };
};
type Address = ReturnType<typeof readAddress>;

const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

const linkTo = (text: string, address: Address, isOpen: boolean): HTMLElement => {
  const link = document.createElement("a");
  link.textContent = text;
  link.href = `#${address.name}?size=${address.size}&look=${address.look}`;
  if (isOpen) link.setAttribute("aria-current", "true");
  return link;
};

let mounted: MountedScreen | null = null;

const open = async (): Promise<void> => {
  const address = readAddress();
  element("nav").replaceChildren(
    ...[...Map.groupBy(states.keys(), (name) => name.split("/")[0] ?? name)].map(([feature, names]) => {
      const group = document.createElement("details");
      group.open = address.name.startsWith(`${feature}/`);
      const heading = document.createElement("summary");
      heading.textContent = feature;
      const links = names.map((name) =>
        linkTo(name.slice(feature.length + 1), { ...address, name }, name === address.name),
      );
      group.append(heading, ...links);
      return group;
    }),
  );
  element("header").replaceChildren(
    ...shownSizes.map((size) => linkTo(size, { ...address, size }, size === address.size)),
    ...looks.map((look) => linkTo(look, { ...address, look }, look === address.look)),
  );
  element("footer").textContent = "";
  mounted?.close();
  const state = states.get(address.name);
  if (!state) return;
  const { width, height } = sizes[address.size];
  const host = element("main");
  host.style.width = `${width}px`;
  host.style.height = `${height}px`;
  const server = state.server();
  mounted = await mountScreen(host, state.path, {
    server,
    person: state.as ?? null,
    hasTouch: address.size === "phone",
    isTextDoubled: false,
    ...(state.firstData && { firstData: state.firstData }),
    ...(state.lacks && { lacks: state.lacks }),
    storage: { ...state.storage, [storageKeys.theme.name]: address.look },
  });
  const tellFaults = () => {
    element("footer").textContent = [...server.faults].join("\n");
  };
  tellFaults();
  // The list of faults is no event's: it is read now and then while the screen is open.
  clearInterval(telling);
  telling = window.setInterval(tellFaults, 1_000);
  await bringToState(mounted, state, server);
};
let telling = 0;

// One after the other: a screen begins by emptying the storage of the one before.
let opening = Promise.resolve();
const openNext = (): void => {
  opening = opening.then(open).catch((error: unknown) => {
    element("footer").textContent = String(error);
  });
};
addEventListener("hashchange", openNext);
openNext();
