/** @jsxRuntime automatic */
// Also set here, because the server is started from folders whose tsconfig does not include this file.
import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { light, styleSheet, titles, words } from "./look.ts";

const wide = { width: "100%", maxWidth: "520px" } as const;

/** The frame of all mails. @param preview the text that lists of mails show beside the subject */
const Layout = ({ subject, preview, foot, children }: LayoutParts & { children: ReactNode }) => (
  <Html lang="en" dir="ltr">
    <Head>
      <title>{subject}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <style>{styleSheet}</style>
    </Head>
    {/* Its ground is a table's: some programs drop a body's own style. */}
    <Body className="ground" style={{ margin: 0, fontFamily: words }}>
      <Preview>{preview}</Preview>
      {/* biome-ignore lint/a11y/useSemanticElements: mail programs drop a main element, and keep a role */}
      <div role="main">
        <Section className="ground" style={{ padding: "24px 0", backgroundColor: light.ground }}>
          <Container style={wide}>
            <Section className="edge" style={{ padding: "0 0 16px" }}>
              <Text className="text" style={wordmark}>
                <span className="mark" style={mark} />
                Tribe
              </Text>
            </Section>
            <Section className="panel" style={panel}>
              {children}
            </Section>
            <Section className="edge" style={{ padding: "16px 0 0" }}>
              {foot}
            </Section>
          </Container>
        </Section>
      </div>
    </Body>
  </Html>
);

interface LayoutParts {
  readonly subject: string;
  readonly preview: string;
  /** Small text below the panel. */
  readonly foot: ReactNode;
}

const wordmark = {
  margin: 0,
  color: light.text,
  fontFamily: titles,
  fontSize: "20px",
  lineHeight: "24px",
  fontWeight: 700,
} as const;
// Drawn with a colour only: loading a picture would reveal when a mail is read.
const mark = {
  display: "inline-block",
  width: "10px",
  height: "10px",
  marginRight: "8px",
  borderRadius: "50%",
  backgroundColor: light.ember,
} as const;
const panel = {
  padding: "32px",
  backgroundColor: light.panel,
  border: `1px solid ${light.line}`,
  borderRadius: "16px",
} as const;

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** A mail's HTML. Text that people wrote is escaped. */
export const mailHtml = (parts: LayoutParts, content: ReactElement): string =>
  `${doctype}${renderToStaticMarkup(<Layout {...parts}>{content}</Layout>)}`;
