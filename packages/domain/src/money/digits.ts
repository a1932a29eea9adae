const isDigit = (point: number): boolean => point >= 0 && /\p{Nd}/u.test(String.fromCodePoint(point));

/** Unicode keeps the decimal digits of every script in runs of ten, from zero to nine. */
const digitValue = (digit: string): string => {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (isDigit(zero - 1)) zero -= 1;
  return String((point - zero) % 10);
};

/** The text with the digits of all scripts as 0 to 9: `１２` and `۱۲` become `12`. */
export const withPlainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digitValue);

/** The digits of a text as 0 to 9, and nothing else of it: a code, also from the middle of a sentence. */
export const digitsOf = (text: string): string => withPlainDigits(text).replace(/[^0-9]/g, "");
