import { expect, inject } from "vitest";
import { commands } from "vitest/browser";
import type { ScreenState } from "../states/state.ts";
import { createHand } from "../support/hand.ts";
import { openState, type Screen } from "../support/open-screen.ts";
import { sizes } from "../support/sizes.ts";
import { axeFaults } from "./accessible.ts";
import { type AxeRules, rulesOfColours } from "./in-page/axe.ts";
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

/**
 * One of the looks for a state, by its name: the same each time, and each look for a quarter of the states. Four of all states would
 * take a third of `npm test`.
 */
const oneLook = (name: string) => {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return fourLooks.filter((_, index) => index === sum % fourLooks.length);
};

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

/** An open dialog keeps the form that it was opened in. */
const hasDialog = ({ window }: Screen): boolean => window.document.querySelector('[role="dialog"]') !== null;

type ColorScheme = "light" | "dark";

/** How a state is opened and told, of the app or of the wallet. */
interface StateInLooks<Opened extends Screen> {
  /** Opens it, and expects that nothing moved while it was drawn. */
  readonly open: (look: {
    readonly size: { readonly width: number; readonly height: number };
    readonly colorScheme: ColorScheme;
    readonly isTextDoubled: boolean;
  }) => Promise<Opened>;
  /** Waits until the screen shows the state again, after a change of look. */
  readonly see?: (screen: Opened) => Promise<void>;
  /** By the system's setting by default. */
  readonly recolour?: (screen: Opened, colorScheme: ColorScheme) => Promise<void>;
  /** All of axe's by default. */
  readonly rules?: (screen: Opened) => AxeRules;
  readonly isLostByResize?: boolean | undefined;
  readonly isMoving?: boolean | undefined;
}

const followSystem = (_screen: Screen, colorScheme: ColorScheme): Promise<void> =>
  commands.emulateMedia({ colorScheme });

/**
 * Expects that axe finds no fault on a state in any of four looks (`npm test` takes one of them), that nothing is cut off, and that it has
 * one main action at most.
 * `npm run pictures` takes its pictures here.
 */
export const expectFineInLooks = async <Opened extends Screen>(
  name: string,
  {
    open,
    see,
    recolour = followSystem,
    rules = () => ({}),
    isLostByResize = false,
    isMoving = false,
  }: StateInLooks<Opened>,
): Promise<void> => {
  const book = inject("book");
  const isTextDoubled = book?.isTextDoubled ?? false;
  const isWholeRun = book !== null || inject("hasAllLooks");
  const looks = isWholeRun ? fourLooks.filter(({ look }) => look.includes(book?.look ?? "")) : oneLook(name);
  const faults: string[] = [];
  let screen: Opened | null = null;
  let width = 0;
  for (const [index, { look, size, colorScheme, isRecoloured }] of looks.entries()) {
    const openAt = async (at: typeof size): Promise<Opened> => {
      screen?.close();
      width = at.width;
      return open({ size: at, colorScheme, isTextDoubled });
    };
    // What is pressed on a phone may have another place on a desktop.
    screen ??= await openAt(isLostByResize ? size : fourLooks[0].size);
    if (width !== size.width) {
      if (isLostByResize || hasDialog(screen)) screen = await openAt(size);
      else await resize(screen, size);
    }
    width = size.width;
    await recolour(screen, colorScheme);
    await see?.(screen);
    await settled(screen);
    if (book) await commands.takePicture({ name: `${name.replace("/", "-")}-${look}`, ...size, isMoving });
    const isWhole = !isRecoloured || index === 0;
    const found = [
      ...(await axeFaults(screen, isWhole ? rules(screen) : rulesOfColours)),
      ...(isWhole ? layoutFaults(screen) : []),
    ];
    faults.push(...found.map((fault) => `${look}: ${fault}`));
  }
  expect(faults, faults.join("\n")).toEqual([]);
};

/** Expects of a named state what {@link expectFineInLooks} does, and that nothing moved while it was drawn. */
export const expectFineInFourLooks = (name: string, state: ScreenState): Promise<void> =>
  expectFineInLooks(name, {
    ...{ isLostByResize: state.isLostByResize, isMoving: state.isMoving },
    open: async (look) => {
      const screen = await openState(state, look);
      // What a press moves is no surprise.
      if (!state.show && !look.isTextDoubled) await expectNoShift(screen);
      return screen;
    },
    see: (screen) => createHand(screen.window).see(state.shows),
  });
