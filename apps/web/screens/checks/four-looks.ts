import { expect, inject } from "vitest";
import { commands } from "vitest/browser";
import type { ScreenState } from "../states/state.ts";
import { createHand } from "../support/hand.ts";
import { openState, type Screen } from "../support/open-screen.ts";
import { sizes } from "../support/sizes.ts";
import { axeFaults } from "./accessible.ts";
import { rulesOfColours } from "./in-page/axe.ts";
import { cutTexts } from "./in-page/cut-texts.ts";
import { drawn } from "./in-page/drawn.ts";
import { mixedNames } from "./in-page/mixed-names.ts";
import { primaryButtons } from "./in-page/primary-buttons.ts";
import { tooWide } from "./in-page/too-wide.ts";
import { expectNoShift } from "./layout.ts";
import { lookIn, settled } from "./look.ts";

/** Every screen on a phone and on a desktop, dark and light: of two looks in a row only the theme or only the size differs. */
const fourLooks = [
  { look: "phone-dark", size: sizes.smallPhone, colorScheme: "dark", isRecoloured: false },
  { look: "phone-light", size: sizes.smallPhone, colorScheme: "light", isRecoloured: true },
  { look: "desktop-light", size: sizes.desktop, colorScheme: "light", isRecoloured: false },
  { look: "desktop-dark", size: sizes.desktop, colorScheme: "dark", isRecoloured: true },
] as const;

const layoutFaults = (screen: Screen): readonly string[] => {
  const primary = lookIn(screen, primaryButtons);
  return [
    ...[cutTexts, tooWide, mixedNames].flatMap((look) => lookIn(screen, look)),
    ...(primary.length > 1 ? [`${primary.length} main actions: ${primary.join(", ")}`] : []),
  ];
};

const placeholders = ({ window }: Screen): number =>
  window.document.querySelectorAll('[role="status"][aria-label^="Loading"]').length;
/** React shows a placeholder for at least 300 ms. Some are there to stay: then this is how long they are waited for. */
const placeholderTimeout = 1_000;

/** Gives an open screen another size, in which it may have other parts, and waits until they are there. */
const resize = async (screen: Screen, size: Parameters<Screen["resize"]>[0]): Promise<void> => {
  const before = placeholders(screen);
  await screen.resize(size);
  await drawn(screen.window);
  const end = performance.now() + placeholderTimeout;
  while (placeholders(screen) > before && performance.now() < end) await drawn(screen.window);
};

/**
 * Expects that axe finds no fault on a state's screen in any of four looks, that nothing is cut off, that it has one main action
 * at most, and that nothing moved while it was drawn. `npm run pictures` takes its pictures here.
 */
export const expectFineInFourLooks = async (name: string, state: ScreenState): Promise<void> => {
  const book = inject("book");
  const isTextDoubled = book?.isTextDoubled ?? false;
  const looks = fourLooks.filter(({ look }) => look.includes(book?.look ?? ""));
  const faults: string[] = [];
  let screen: Screen | null = null;
  let width = 0;
  for (const [index, { look, size, colorScheme, isRecoloured }] of looks.entries()) {
    if (!screen || (state.isLostByResize && width !== size.width)) {
      screen?.close();
      screen = await openState(state, { size, colorScheme, isTextDoubled });
      // What a press moves is no surprise.
      if (!state.show && !isTextDoubled) await expectNoShift(screen);
    } else if (width !== size.width) await resize(screen, size);
    width = size.width;
    await commands.emulateMedia({ colorScheme });
    await createHand(screen.window).see(state.shows);
    await settled(screen);
    const { isMoving = false } = state;
    if (book) await commands.takePicture({ name: `${name.replace("/", "-")}-${look}`, ...size, isMoving });
    const isWhole = !isRecoloured || index === 0;
    const found = [
      ...(await axeFaults(screen, isWhole ? {} : rulesOfColours)),
      ...(isWhole ? layoutFaults(screen) : []),
    ];
    faults.push(...found.map((fault) => `${look}: ${fault}`));
  }
  expect(faults, faults.join("\n")).toEqual([]);
};
