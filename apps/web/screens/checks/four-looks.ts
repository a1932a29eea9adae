import { expect, inject } from "vitest";
import { commands } from "vitest/browser";
import type { Screen } from "../support/open-screen.ts";
import { sizes } from "../support/sizes.ts";
import { axeFaults } from "./accessible.ts";
import { rulesOfColours } from "./in-page/axe.ts";
import { cutTexts } from "./in-page/cut-texts.ts";
import { drawn } from "./in-page/drawn.ts";
import { mixedNames } from "./in-page/mixed-names.ts";
import { primaryButtons } from "./in-page/primary-buttons.ts";
import { tooWide } from "./in-page/too-wide.ts";
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

/**
 * Expects that axe finds no fault on an open screen in any of four looks, that nothing is cut off and that it has one main action
 * at most. `npm run pictures` takes its pictures here. The screen keeps the last look.
 */
export const expectFineInFourLooks = async (
  screen: Screen,
  { name, isMoving = false }: { readonly name: string; readonly isMoving?: boolean | undefined },
): Promise<void> => {
  const book = inject("book");
  const faults: string[] = [];
  for (const { look, size, colorScheme, isRecoloured } of fourLooks) {
    if (book?.look && !look.includes(book.look)) continue;
    await Promise.all([screen.resize(size), commands.emulateMedia({ colorScheme })]);
    // Of another size a page may have other parts, which it loads first.
    await drawn(screen.window);
    await settled(screen);
    if (book) await commands.takePicture({ name: `${name}-${look}`, ...size, isMoving });
    const isFirst = !isRecoloured || book?.look !== undefined;
    const found = [
      ...(await axeFaults(screen, isFirst ? {} : rulesOfColours)),
      ...(isFirst ? layoutFaults(screen) : []),
    ];
    faults.push(...found.map((fault) => `${look}: ${fault}`));
  }
  expect(faults, faults.join("\n")).toEqual([]);
};
