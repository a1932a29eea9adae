import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { freePorts } from "../../support/product/ports.ts";
import { type Appearance, type EngineFacts, Gone, type Opened, type Tab } from "./tab.ts";
import { idOf, isElement, openSession, type Session } from "./webdriver.ts";

// Its own toolbar keeps the window wider than a phone.
const facts: EngineFacts = { name: "WebKit", leastWidth: 447, hasConsole: false };

/** The keys that tests press, as WebDriver writes them. */
const keys: Readonly<Record<string, string>> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowUp: "\uE013",
  ArrowDown: "\uE015",
};

const started: ChildProcess[] = [];
process.once("exit", () => {
  for (const child of started) end(child);
});

/** Ends a process that this file has started, with its children. */
const end = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // ended by itself meanwhile
  }
};

/** A screen that nobody sees. @returns its name */
const openDisplay = async (): Promise<{ readonly name: string; readonly child: ChildProcess }> => {
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  started.push(child);
  const number = child.stdio[3] as Readable; // piped above
  const [text] = await Promise.race([
    once(number, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("Xvfb has ended without a display"))),
  ]);
  return { name: `:${String(text).trim()}`, child };
};

const tabOf = (session: Session, handle: string, viewport: Appearance["viewport"]): Tab => {
  /** Commands for this tab and one of its frames. */
  const inFrame = <T>(css: string | null, act: () => Promise<T>): Promise<T> =>
    session.alone(async () => {
      await session.post("/window", { handle });
      await session.post("/frame", { id: null });
      if (css !== null) {
        const frame = await session.post("/element", { using: "css selector", value: css });
        await session.post("/frame", { id: frame });
      }
      return act();
    });
  const elementOf = async (expression: string): Promise<string> => {
    const element = await session.post("/execute/sync", { script: `return ${expression}`, args: [] });
    if (!isElement(element)) throw new Gone(`there is no element ${expression}`);
    return idOf(element);
  };
  const asKeys = (names: readonly string[]) => {
    const values = names.map((name) => keys[name] ?? name);
    const action = (type: "keyDown" | "keyUp") => (value: string) => ({ type, value });
    return [...values.map(action("keyDown")), ...values.toReversed().map(action("keyUp"))];
  };
  const evaluate = (css: string | null, expression: string) =>
    inFrame(css, () => session.post("/execute/sync", { script: `return ${expression}`, args: [] }));
  /** Scrolls the page to an element in a frame, as a wheel does: the driver scrolls nothing outside the frame. */
  const bringIntoView = async (css: string, expression: string): Promise<void> => {
    const middle = await evaluate(
      css,
      `(({ top, height }) => top + height / 2)(${expression}.getBoundingClientRect())`,
    );
    await evaluate(
      null,
      `(() => {
        const frame = document.querySelector(${JSON.stringify(css)});
        const isScroller = (each) => each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY);
        let box = frame.parentElement;
        while (box && !isScroller(box)) box = box.parentElement;
        const at = frame.getBoundingClientRect().top + ${middle};
        if (at < innerHeight * 0.2 || at > innerHeight * 0.8) (box ?? document.scrollingElement).scrollBy(0, at - innerHeight / 2);
      })()`,
    );
  };
  const handles = async () => (await session.get("/window/handles")) as readonly string[]; // W3C WebDriver
  return {
    engine: facts,
    open: (url) => inFrame(null, async () => void (await session.post("/url", { url }))),
    reload: () => inFrame(null, async () => void (await session.post("/refresh"))),
    url: () => inFrame(null, async () => String(await session.get("/url"))),
    evaluate,
    press: async (css, expression) => {
      if (css !== null) await bringIntoView(css, expression);
      await inFrame(css, async () => void (await session.post(`/element/${await elementOf(expression)}/click`)));
    },
    hover: (css, expression) =>
      inFrame(css, async () => {
        const element = await session.post("/execute/sync", { script: `return ${expression}`, args: [] });
        const move = { type: "pointerMove", duration: 50, x: 0, y: 0, origin: element };
        const actions = [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: [move] }];
        await session.post("/actions", { actions });
      }),
    setFiles: (css, expression, files) =>
      inFrame(css, async () => {
        await session.post(`/element/${await elementOf(expression)}/value`, { text: files.join("\n") });
      }),
    type: (css, text) =>
      inFrame(css, async () => {
        const field = await session.get("/element/active");
        if (!isElement(field)) throw new Gone("nothing has the focus");
        await session.post(`/element/${idOf(field)}/value`, { text });
      }),
    key: (name) =>
      inFrame(null, async () => {
        await session.post("/actions", { actions: [{ type: "key", id: "keys", actions: asKeys(name.split("+")) }] });
      }),
    screenshot: () => inFrame(null, async () => Buffer.from(String(await session.get("/screenshot")), "base64")),
    newTab: () =>
      session.alone(async () => {
        await session.post("/window", { handle });
        const rect = await session.get("/window/rect");
        // A window: of a tab behind another one the driver makes no picture.
        const { handle: opened } = (await session.post("/window/new", { type: "window" })) as { handle: string }; // W3C WebDriver
        await session.post("/window", { handle: opened });
        await session.post("/window/rect", rect);
        return tabOf(session, opened, viewport);
      }),
    opened: async (act) => {
      const before = await session.alone(handles);
      await act();
      for (;;) {
        const opened = (await session.alone(handles)).find((each) => !before.includes(each));
        if (opened !== undefined) return tabOf(session, opened, viewport);
        await wait(100);
      }
    },
    complaints: () => [],
    closeTab: () => inFrame(null, async () => void (await session.delete("/window"))),
  };
};

/** Starts WebKitGTK's own browser on a display of its own, with a driver of its own, and sets the size of its page. */
export const openWebKit = async (
  program: string,
  { viewport, colorScheme, proxyPort }: Appearance,
): Promise<Opened> => {
  const { name, child: screen } = await openDisplay();
  const [port = 0] = await freePorts(1);
  // Its settings name the folder in which it saves.
  const own = await mkdtemp(join(tmpdir(), "tribe-webkit-"));
  const downloads = join(own, "downloads");
  await mkdir(downloads);
  await writeFile(join(own, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    detached: true,
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: name,
      XDG_CONFIG_HOME: own,
      GDK_BACKEND: "x11",
      GTK_THEME: colorScheme === "dark" ? "Adwaita:dark" : "Adwaita",
      LIBGL_ALWAYS_SOFTWARE: "1",
    },
  });
  started.push(driver);
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${address}/status`).catch(() => null))?.ok) await wait(50);
  const session = await openSession(address, {
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: program, args: ["--automation"] },
    ...(proxyPort !== undefined && {
      proxy: {
        proxyType: "manual",
        httpProxy: `127.0.0.1:${proxyPort}`,
        noProxy: [],
      },
    }),
  });
  const handle = String(await session.get("/window"));
  const tab = tabOf(session, handle, viewport);
  // The window is larger than its page by the toolbar.
  await session.post("/window/rect", { x: 0, y: 0, ...viewport });
  const inner = (await tab.evaluate(null, "[innerWidth, innerHeight]")) as [number, number]; // as asked
  await session.post("/window/rect", {
    width: viewport.width * 2 - inner[0],
    height: viewport.height * 2 - inner[1],
  });
  return {
    tab,
    downloads,
    close: async () => {
      await session.delete("").catch(() => undefined);
      for (const child of [driver, screen]) end(child);
      await rm(own, { recursive: true, force: true });
    },
  };
};
