/** @jsxRuntime automatic */
// Also set here, because the server is started from folders whose tsconfig does not include this file.
import { Heading } from "@react-email/heading";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { MailRow, MailSection, NotificationMail } from "@tribe/domain/words";
import { mailHtml } from "./layout.tsx";
import { light } from "./look.ts";
import { Action, Footer, Paragraph, Title } from "./parts.tsx";

/** The HTML of a mail that people can switch off. @param appUrl the app's origin */
export const notificationHtml = (
  { subject, lines, sections, action, why }: NotificationMail,
  { appUrl, stopUrl, settingsUrl }: { readonly appUrl: string; readonly stopUrl: string; readonly settingsUrl: string },
): string => {
  const links = [
    { label: "Stop these mails", url: stopUrl },
    { label: "All settings", url: settingsUrl },
  ];
  return mailHtml(
    {
      subject,
      preview: sections[0]?.rows[0]?.title ?? lines[0] ?? subject,
      foot: <Footer links={links}>{why}</Footer>,
    },
    <>
      <Title>{subject}</Title>
      {lines.map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
      {sections.map((section) => (
        <Rows key={section.title} section={section} appUrl={appUrl} />
      ))}
      <Action label={action.label} url={`${appUrl}${action.route}`} />
    </>,
  );
};

const Rows = ({ section: { title, rows, more }, appUrl }: { section: MailSection; appUrl: string }) => (
  <Section style={{ marginBottom: "16px" }}>
    <Heading as="h2" className="muted" style={sectionTitle}>
      {title}
    </Heading>
    {rows.map((row) => (
      <Row key={`${row.route} ${row.title} ${row.body}`} row={row} appUrl={appUrl} />
    ))}
    {more > 0 ? (
      <Text className="muted" style={body}>
        and {more} more
      </Text>
    ) : null}
  </Section>
);

const arrows = { up: "▲ ", down: "▼ " } as const;

const Row = ({ row: { title, body: said, route, trend }, appUrl }: { row: MailRow; appUrl: string }) => (
  <Section className="line" style={row}>
    <Text style={rowTitle}>
      <Link href={`${appUrl}${route}`} className="text" style={{ color: light.text, textDecoration: "none" }}>
        {title}
      </Link>
    </Text>
    <Text className={trend ?? "muted"} style={{ ...body, color: trend ? light[trend] : light.muted }}>
      {trend ? arrows[trend] : null}
      {said}
    </Text>
  </Section>
);

const sectionTitle = {
  margin: "8px 0 0",
  color: light.muted,
  fontSize: "12px",
  lineHeight: "16px",
  fontWeight: 600,
  letterSpacing: "0.4px",
  textTransform: "uppercase",
} as const;
const row = { padding: "12px 0", borderBottom: `1px solid ${light.line}` } as const;
const rowTitle = { margin: 0, fontSize: "16px", lineHeight: "24px", fontWeight: 600, wordBreak: "break-word" } as const;
const body = {
  margin: 0,
  color: light.muted,
  fontSize: "14px",
  lineHeight: "20px",
  wordBreak: "break-word",
} as const;
