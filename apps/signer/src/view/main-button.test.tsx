import type { Address } from "@tribe/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RecoverView } from "./RecoverView.tsx";
import { TouchView } from "./TouchView.tsx";
import { WaitingView } from "./WaitingView.tsx";

const wallet = "55gWvuK6SWwSwHxShCwEDCWxZtbRvHk8aJ4wLhgm8Pq2" as Address; // any will do
const act = () => undefined;

/** The labels of the main (ember) buttons. */
const mainButtons = (html: string): readonly string[] =>
  [...html.matchAll(/<button[^>]*class="([^"]*)"[^>]*>(.*?)<\/button>/g)]
    .filter(([, names = ""]) => names.split(" ").includes("bg-ember"))
    .map(([, , inside = ""]) => inside.replace(/<[^>]*>/g, ""));

const offer = (ways: { email: string | null; hasPasskey: boolean; hasDevice: boolean }) =>
  mainButtons(
    renderToStaticMarkup(
      <RecoverView screen={{ kind: "recovery_offer", hasKit: false, ...ways, error: null }} act={act} />,
    ),
  );

const waiting = (ways: { hasPasskey: boolean; hasDevice: boolean }) =>
  mainButtons(
    renderToStaticMarkup(
      <WaitingView
        screen={{ kind: "recovery_waiting", wallet, readyAt: 0, hasKit: false, error: null, ...ways }}
        act={act}
      />,
    ),
  );

it("offers the best way to bring a wallet here as the one main button", () => {
  const email = "mara@example.com";
  expect(offer({ email, hasPasskey: false, hasDevice: false })).toEqual(["E-mail me a link"]);
  expect(offer({ email, hasPasskey: true, hasDevice: false })).toEqual(["Use your passkey"]);
  expect(offer({ email, hasPasskey: true, hasDevice: true })).toEqual(["Approve on another device"]);
  expect(offer({ email: null, hasPasskey: true, hasDevice: false })).toEqual(["Use your passkey"]);
});

it("offers the quickest way past a mailed link's wait as the one main button", () => {
  expect(waiting({ hasPasskey: true, hasDevice: true })).toEqual(["Approve on another device"]);
  expect(waiting({ hasPasskey: true, hasDevice: false })).toEqual(["Use your passkey"]);
});

it("has the passkey asked for again by the main button once none came", () => {
  const view = (error: string | null) =>
    mainButtons(
      renderToStaticMarkup(<TouchView screen={{ kind: "touch", wallet, purpose: "send", error }} act={act} />),
    );
  expect(view(null)).toEqual([]);
  expect(view("No passkey came.")).toEqual(["Use passkey"]);
});
