/** @jsxRuntime automatic */
// Said here, too: the server is started from folders whose tsconfig does not cover this file.
import { Heading } from "@react-email/heading";
import { Text } from "@react-email/text";
import type { CodeMail } from "@tribe/domain/words";
import { mailHtml } from "./layout.tsx";
import { light } from "./look.ts";
import { Foot, Notes, securityFoot } from "./parts.tsx";

/** The HTML of a mail with a code. */
export const codeHtml = ({ subject, intro, code, notes }: CodeMail): string =>
  mailHtml(
    { subject, preview: `${intro} ${code}`, foot: <Foot>{securityFoot}</Foot> },
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
