/** @jsxRuntime automatic */
// Also set here, because the server is started from folders whose tsconfig does not include this file.
import { Heading } from "@react-email/heading";
import { Text } from "@react-email/text";
import type { CodeMail } from "@tribe/domain/words";
import { mailHtml } from "./layout.tsx";
import { light } from "./look.ts";
import { Footer, Notes, securityFooter } from "./parts.tsx";

/** Placeholder for the code in a rendered layout. It is as long as a code, because the preview's length depends on that. */
const place = "{code}";

const layouts = new Map<string, string>();

/**
 * The HTML of a mail with a code. Mails of a kind differ only in the code, and rendering takes far longer than replacing it.
 */
export const codeHtml = ({ code, ...mail }: CodeMail): string => {
  if (!/^[0-9]+$/.test(code)) throw new RangeError("a code has digits alone: nothing of it is escaped");
  const subject = mail.subject.replaceAll(code, place);
  const key = JSON.stringify([subject, mail.intro, mail.notes]);
  const layout = layouts.get(key) ?? layOut({ ...mail, subject, code: place });
  layouts.set(key, layout);
  return layout.replaceAll(place, code);
};

const layOut = ({ subject, intro, code, notes }: CodeMail): string =>
  mailHtml(
    { subject, preview: `${intro} ${code}`, foot: <Footer>{securityFooter}</Footer> },
    <>
      <Heading as="h1" className="text" style={introStyle}>
        {intro}
      </Heading>
      <Text className="raised" style={codeStyle}>
        {code}
      </Text>
      <Notes lines={notes} />
    </>,
  );

const introStyle = {
  margin: "0 0 16px",
  color: light.text,
  fontSize: "16px",
  lineHeight: "24px",
  fontWeight: 500,
} as const;
const codeStyle = {
  margin: "0 0 24px",
  padding: "16px 0 16px 8px",
  borderRadius: "12px",
  backgroundColor: light.raised,
  color: light.text,
  fontSize: "32px",
  lineHeight: "40px",
  fontWeight: 700,
  letterSpacing: "8px",
  textAlign: "center",
} as const;
