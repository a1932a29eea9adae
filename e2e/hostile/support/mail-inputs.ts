import { bytes, oneOf, type Random, times } from "./random-bytes.ts";

const line = (random: Random): string =>
  oneOf(random, [
    () => `EHLO ${oneOf(random, ["a", "", "[", "\u00ff", "a".repeat(3_000)])}`,
    () =>
      `MAIL FROM:${oneOf(random, ["<>", "<a@b>", "<\u00ff>", "", "<a@b> SIZE=-1", "<a@b> SIZE=99999999999999999999"])}`,
    () => `RCPT TO:${oneOf(random, ["<a@b>", "<>", "<@>", `<${"a".repeat(2_000)}@b>`, "<a@b>\0"])}`,
    () =>
      oneOf(random, [
        "DATA",
        "RSET",
        "NOOP",
        "QUIT",
        "STARTTLS",
        "AUTH PLAIN AAAA",
        "HELP",
        "VRFY a",
        "XCLIENT a=b",
        "",
      ]),
    () => oneOf(random, [".", "..", "Content-Type: multipart/mixed; boundary=\u00ff", "Subject: =?utf-8?b?////?="]),
    () => bytes(random, random.between(1, 200)).toString("latin1"),
  ])();

/** An SMTP dialogue that no honest client starts. */
export const mailInput = (random: Random): Buffer => {
  const end = oneOf(random, ["\r\n", "\r\n", "\r\n", "\n", "\r"]);
  const honest = ["EHLO a", "MAIL FROM:<a@b>", "RCPT TO:<c@d>", "DATA"].slice(0, random.between(0, 4));
  return Buffer.from([...honest, ...times(random.between(1, 20), () => line(random)), ""].join(end), "latin1");
};
