import { routes, type TribeSettings } from "@tribe/contract";
import { bootedText, texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { chatSettings } from "./fixtures/chats.ts";
import { lena, lenasTribe, linesOfJonas, roomAnswer, roomServer } from "./fixtures/rooms.ts";
import { on } from "./server/answers.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

const { mint } = lenasTribe;
const lines = linesOfJonas(3);

it("lets the Chief set slow mode, the seats and who writes, and says whom fewer seats would boot", async () => {
  let settings: TribeSettings = chatSettings();
  const server = roomServer(
    lena,
    lines,
    {},
    on(routes.chat.settings, () => ({
      settings,
      boots: ([12, 24, 99] as const).map((groupSize) => ({
        groupSize,
        booted: groupSize < settings.groupSize ? 3 : 0,
      })),
    })),
    on(routes.chat.manage, ({ body: { mint: _of, ...next } }) => {
      const booted = next.groupSize < settings.groupSize ? 3 : 0;
      settings = {
        ...settings,
        ...Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)),
      };
      server.answer(roomAnswer(lena, lines, { settings }));
      return { settings, booted };
    }),
  );
  const screen = await openScreen(`/chat/${mint}`, { server, as: lena, size: sizes.desktop });
  const { button, dialog, closed } = chatOf(screen);
  const open = async () => {
    await button("Tribe settings").click();
    await expect.element(dialog.getByText("Slow mode", { exact: true })).toBeVisible();
  };
  await open();
  await expect.element(button("Save")).toBeDisabled();
  await dialog.getByText("5 min", { exact: true }).click();
  await dialog.getByText("24", { exact: true }).click();
  await button("Save").click();
  await expect.element(screen.getByText(texts.settingsSaved)).toBeVisible();
  await closed();
  expect(settings).toEqual(chatSettings({ slowMode: 300, groupSize: 24 }));

  await open();
  await dialog.getByText("12", { exact: true }).click();
  await expect.element(dialog.getByText(bootedText(3, "then"))).toBeVisible();
  await dialog.getByText("Off", { exact: true }).click();
  await dialog.getByRole("switch", { name: "Only you write" }).click();
  await button("Save, and boot 3").click();
  await expect.element(screen.getByText(bootedText(3, "now"))).toBeVisible();
  await closed();
  expect(settings).toEqual(chatSettings({ onlyChiefWrites: true }));
});
