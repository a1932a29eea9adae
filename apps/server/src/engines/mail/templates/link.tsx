/** @jsxRuntime automatic */
// Also set here, because the server is started from folders whose tsconfig does not include this file.
import type { LinkMail, NoticeMail } from "@tribe/domain/words";
import { mailHtml } from "./layout.tsx";
import { Action, Footer, Notes, Paragraph, securityFooter, Title } from "./parts.tsx";

/** The HTML of a mail with a link. */
export const linkHtml = ({ subject, intro, link, action, notes }: LinkMail): string =>
  mailHtml(
    { subject, preview: intro, foot: <Footer>{securityFooter}</Footer> },
    <>
      <Title>{subject}</Title>
      <Paragraph>{intro}</Paragraph>
      <Action label={action} url={link} />
      <Notes lines={notes} />
    </>,
  );

/** The HTML of a mail that only informs. */
export const noticeHtml = ({ subject, lines, action }: NoticeMail): string =>
  mailHtml(
    { subject, preview: lines[0] ?? subject, foot: <Footer>{securityFooter}</Footer> },
    <>
      <Title>{subject}</Title>
      {lines.map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
      {action ? <Action label={action.label} url={action.url} /> : null}
    </>,
  );
