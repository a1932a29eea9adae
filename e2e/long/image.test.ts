import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { routes } from "@tribe/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roles } from "../../apps/server/src/settings/roles.ts";
import { caddyConfiguration } from "../../scripts/deploy/caddy.ts";
import { buildImage, imageSizes, tooLarge, withFiles } from "../../scripts/deploy/image.mjs";
import { nginxConfiguration } from "../../scripts/deploy/nginx.ts";
import { pathRules, privatePaths, walletHeaders } from "../../scripts/deploy/proxy-rules.ts";
import { type Installation, startInstallation } from "../support/image/installation.ts";
import { type Service, startCaddy, startNginx } from "../support/image/services.ts";
import { drawnPicture } from "../support/made/media.ts";
import {
  confirmInWallet,
  connectXOnPage,
  fundByCard,
  goToComposer,
  meetWallet,
  messageInChat,
  signInByMail,
  writeMessage,
} from "../support/page/at-the-page.ts";
import {
  asPeopleHaveIt,
  desktop,
  newVisitor,
  openBrowser,
  phone,
  type Visitor,
  visit,
} from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import { memoryOf } from "../support/product/processes.ts";

// The image as production runs it: every role in its own container, on services of others, behind each proxy that we ship.

let installation: Installation;
let browser: Browser;
let leave: () => void = () => undefined;
let left: Promise<unknown>;

/** Mounts need root, and so does the base of the image. */
const asRoot = describe.skipIf(process.getuid?.() !== 0);

asRoot("the image", () => {
  beforeAll(async () => {
    const image = await buildImage();
    const isOver = new Promise<void>((resolve) => {
      leave = resolve;
    });
    await new Promise<void>((resolve, reject) => {
      left = withFiles(image, async (files: string) => {
        const sizes = imageSizes(files);
        process.stdout.write(`image, MB: ${JSON.stringify(sizes)}\n`);
        expect(tooLarge(sizes)).toEqual([]);
        installation = await startInstallation(files);
        resolve();
        await isOver;
        await installation.stop();
      });
      left.catch(reject);
    });
    browser = await openBrowser({
      more: [
        "--ignore-certificate-errors",
        "--host-resolver-rules=MAP tribe.test 127.0.0.1, MAP *.tribe.test 127.0.0.1",
      ],
    });
  }, 900_000);
  afterAll(async () => {
    await browser?.close();
    leave();
    await left;
  }, 120_000);

  interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly text: string;
  }

  /** Asks a host of the installation through the proxy. */
  const ask = async (url: string, method = "GET", headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const ca = await readFile(installation.certificate.chain);
    const { hostname, port, pathname, search } = new URL(url);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          path: pathname + search,
          method,
          ca,
          servername: hostname,
          headers: { host: new URL(url).host, ...headers },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk;
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        },
      );
      sent.on("error", reject).end();
    });
  };

  it("starts every role read-only, without rights and as its own user", async () => {
    const figures = await Promise.all(
      roles.map(async (role) => {
        const { pid } = installation.containers[role];
        const status = await readFile(`/proc/${pid}/status`, "utf8");
        const field = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1];
        expect([role, field("Uid")?.split("\t")[0], field("CapEff"), field("CapBnd"), field("NoNewPrivs")]).toEqual([
          ...[role, "10001", "0000000000000000", "0000000000000000", "1"],
        ]);
        const memory = await memoryOf([pid]);
        return `${role}: ready after ${(installation.readyMs[role] / 1000).toFixed(1)} s, ${((memory ?? 0) / 1e6).toFixed(0)} MB`;
      }),
    );
    process.stdout.write(`${figures.join("\n")}\n`);
  });

  describe.each(["nginx", "Caddy"] as const)("behind %s", (kind) => {
    let proxy: Service;
    const visitors: Visitor[] = [];
    let tribePath: string;
    beforeAll(async () => {
      const { proxy: settings, https, certificate, folder } = installation;
      proxy =
        kind === "nginx"
          ? await startNginx(join(folder, "nginx"), nginxConfiguration(settings), https)
          : await startCaddy(join(folder, "caddy"), caddyConfiguration(settings), { port: https, certificate });
    });
    afterAll(async () => {
      await Promise.all(visitors.map((visitor) => visitor.close()));
      await proxy?.stop();
    });

    it("sends each path to its process, keeps what is private, and gives the wallet's page its headers", async () => {
      const { appUrl, signerUrl, proxy: settings } = installation;
      // What the process itself says, and what the proxy's answer must equal: a refusal, but not an unknown path's.
      for (const { path } of pathRules.filter(({ role }) => role === "keys"))
        expect([path, (await ask(`${appUrl}${path}`, "DELETE")).status]).not.toEqual([path, 404]);
      const { walletToken, safety, stopWait } = routes.wallet;
      for (const { path, method } of [walletToken, safety, stopWait])
        expect([path, (await ask(`${appUrl}/api${path}`, method)).status]).toEqual([path, 401]);
      for (const path of privatePaths) {
        expect([path, (await ask(`${appUrl}${path}`)).status]).toEqual([path, 404]);
        expect([path, (await ask(`${signerUrl}${path}`)).status]).toEqual([path, 404]);
      }
      for (const [path, cache] of [
        ["/", "no-cache"],
        ["/config.json", "no-store"],
        ["/bundle.sha256", "no-cache"],
      ] as const) {
        const { status, headers } = await ask(`${signerUrl}${path}`);
        expect([path, status, headers["cache-control"]]).toEqual([path, 200, cache]);
        for (const [name, value] of walletHeaders(settings))
          expect([path, name, headers[name]]).toEqual([path, name, value]);
      }
      const script = /src="(\/assets\/[^"]+)"/.exec((await ask(`${signerUrl}/`)).text)?.[1] ?? "";
      expect((await ask(`${signerUrl}${script}`)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect((await ask(`${signerUrl}/nothing`)).status).toBe(404);
    });

    it("lets two people do the main job: sign up, buy, enter, talk and send a picture", async () => {
      const { appUrl, mailUrl } = installation;
      reportFailure(`image-${kind}`, () => ({ visitors, tribe: installation }));
      const [chief, member] = [
        await newVisitor(browser, desktop, asPeopleHaveIt),
        await newVisitor(browser, phone, asPeopleHaveIt),
      ];
      visitors.push(chief, member);
      const [a, b] = [chief.page, member.page];
      await visit(a, appUrl);
      await a.getByRole("button", { name: "Sign in", exact: true }).click();
      await signInByMail(a, mailUrl, `chief-${kind}@example.com`);
      await meetWallet(a);
      await connectXOnPage(a, `Mara ${kind}`, `mara_${kind}`);
      await fundByCard(a, "5");
      await a.getByRole("button", { name: "Enter the app" }).click();
      await a.getByRole("button", { name: "Create your Tribe" }).first().click();
      await a.getByRole("textbox", { name: "Amount" }).fill("5");
      await a.getByRole("button", { name: "Create", exact: true }).click();
      await confirmInWallet(a);
      await a.getByRole("button", { name: "Open your chat" }).click();
      await a.waitForURL("**/chat/*");
      await writeMessage(a, "First words");
      await messageInChat(a, "First words").waitFor();
      const mint = new URL(a.url()).pathname.split("/")[2] ?? "";
      tribePath = `/token/${mint}`;

      await visit(b, `${appUrl}${tribePath}`);
      await b.getByRole("button", { name: "Buy", exact: true }).click();
      await signInByMail(b, mailUrl, `member-${kind}@example.com`);
      await b.getByRole("button", { name: "Buy min. to enter chat" }).click();
      await b.getByRole("button", { name: "Deposit" }).click();
      await connectXOnPage(b, `Jonas ${kind}`, `jonas_${kind}`);
      await fundByCard(b, "2");
      await b.getByRole("button", { name: "Next" }).click();
      await confirmInWallet(b);
      await b.waitForURL(`**/chat/${mint}`);
      await goToComposer(b);
      await writeMessage(b, "Glad to be in");
      await messageInChat(a, "Glad to be in").waitFor();

      // Through the proxy to web and the storage, and from the storage's own host to the other one's page.
      const buffer = await drawnPicture(a);
      await a.getByLabel("Files to add").setInputFiles([{ name: "dusk.png", mimeType: "image/png", buffer }]);
      await a.getByRole("button", { name: "Send", exact: true }).click();
      const shown = b.getByRole("button", { name: "Open picture dusk.png" }).locator("img");
      await shown.waitFor();
      await expect
        .poll(() =>
          shown.evaluate((each) => each instanceof HTMLImageElement && each.complete && each.naturalWidth > 0),
        )
        .toBe(true);
      const file = await ask(new URL((await shown.getAttribute("src")) ?? "", appUrl).href);
      // Nobody without a session gets it.
      expect(file.status).not.toBe(200);
      expect([...chief.complaints, ...member.complaints]).toEqual([]);
    });

    it("draws a Tribe's picture to share, with what has binaries", async () => {
      const { appUrl } = installation;
      const page = await ask(`${appUrl}${tribePath}`);
      const image = /<meta property="og:image" content="([^"]+)"/.exec(page.text)?.[1];
      if (!image) throw new Error("the page names no picture");
      const { status, headers } = await ask(image.replaceAll("&amp;", "&"));
      expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^image\//)]);
    });
  });

  it("stops every role in order", async () => {
    for (const role of roles) expect([role, await installation.containers[role].stop()]).toEqual([role, 0]);
  });
});
