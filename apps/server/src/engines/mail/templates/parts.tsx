/** @jsxRuntime automatic */
// Also set here, because the server is started from folders whose tsconfig does not include this file.
import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import { light, titles, words } from "./look.ts";

const small = { margin: "0 0 8px", color: light.muted, fontSize: "14px", lineHeight: "20px" } as const;

/** Repeats the mail's subject as a heading: many programs show the subject far away from the text. */
export const Title = ({ children }: { readonly children: string }) => (
  <Heading as="h1" className="text" style={title}>
    {children}
  </Heading>
);

/** A paragraph. */
export const Paragraph = ({ children }: { readonly children: string }) => (
  <Text className="text" style={paragraph}>
    {children}
  </Text>
);

/** Less important content, with each note in a line of its own. */
export const Notes = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.map((line) => (
    <Text key={line} className="muted" style={small}>
      {line}
    </Text>
  ));

/** The mail's only button. */
export const Action = ({ label, url }: { readonly label: string; readonly url: string }) => (
  <Button href={url} className="button" style={button}>
    {label}
  </Button>
);

/** Small text below the panel, with links after it. */
export const Footer = ({
  children,
  links = [],
}: {
  readonly children: string;
  readonly links?: readonly { readonly label: string; readonly url: string }[];
}) => (
  <Text className="muted" style={foot}>
    {children}
    {links.map(({ label, url }, index) => (
      <span key={label}>
        {index === 0 ? " " : " · "}
        <Link href={url} className="link" style={{ color: light.link, textDecoration: "underline" }}>
          {label}
        </Link>
      </span>
    ))}
  </Text>
);

/** Footer of mails that nobody can switch off. */
export const securityFooter = "Tribe sends this for your account's safety.";

const title = {
  margin: "0 0 16px",
  color: light.text,
  fontFamily: titles,
  fontSize: "24px",
  lineHeight: "28px",
  fontWeight: 700,
} as const;
const paragraph = { margin: "0 0 16px", color: light.text, fontSize: "16px", lineHeight: "24px" } as const;
const button = {
  margin: "8px 0 16px",
  padding: "14px 24px",
  borderRadius: "8px",
  backgroundColor: light.ember,
  color: light.onEmber,
  fontFamily: words,
  fontSize: "16px",
  lineHeight: "20px",
  fontWeight: 600,
  textAlign: "center",
  textDecoration: "none",
} as const;
const foot = { margin: 0, color: light.muted, fontSize: "12px", lineHeight: "18px" } as const;
