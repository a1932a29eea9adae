import fc from "fast-check";
import { expect, test } from "vitest";
import { answerOfFirst, describeStreams, numbersIn, offerAll, withAddress } from "./offer.ts";

const streams = describeStreams([
  { mid: "camera", kind: "video", outgoing: null },
  { mid: "microphone", kind: "audio", outgoing: null },
  { mid: "a0", kind: "audio", outgoing: { ssrc: 1_000, group: "place0" } },
]);
/** As the library writes it. */
const own = [
  "v=0",
  "o=rtc 1 0 IN IP4 127.0.0.1",
  "a=group:BUNDLE camera",
  "a=group:LS camera",
  "a=fingerprint:sha-256 AA:BB",
  "m=video 5000 UDP/TLS/RTP/SAVPF 96",
  "a=mid:camera",
  "a=sendrecv",
  "a=setup:actpass",
  "a=ice-ufrag:name",
  "a=ice-pwd:word",
  "a=candidate:1 1 UDP 2114977791 10.0.0.7 5000 typ host",
  "a=end-of-candidates",
  "",
].join("\r\n");

test("an offer of one stream becomes one of all streams, each with the keys and the first with the candidates", () => {
  const offer = offerAll(withAddress(own, "203.0.113.9"), streams);
  const [session = "", ...media] = offer.split(/\r\n(?=m=)/);
  expect(session).toContain("a=group:BUNDLE camera microphone a0");
  expect(session).not.toContain("LS");
  expect(session).toContain("a=fingerprint:sha-256 AA:BB");
  expect(media.map((part) => /a=mid:(\S+)/.exec(part)?.[1])).toEqual(["camera", "microphone", "a0"]);
  expect(media.map((part) => /a=(\w+ly)\r/.exec(part)?.[1])).toEqual(["recvonly", "recvonly", "sendonly"]);
  for (const part of media) expect(part).toContain("a=setup:actpass\r\na=ice-ufrag:name\r\na=ice-pwd:word");
  expect(media.map((part) => part.includes("203.0.113.9 5000 typ host"))).toEqual([true, false, false]);
  expect(media[2]).toContain("a=ssrc:1000 ");
  expect(offer.endsWith("\r\n")).toBe(true);
  expect(offer).not.toContain("\r\n\r\n");
});

test("the library gets only its own stream's part of an answer, whose SSRCs are read for all streams", () => {
  const answer = [
    "v=0",
    "a=group:BUNDLE camera microphone a0",
    "m=video 9 UDP/TLS/RTP/SAVPF 96",
    "a=mid:camera",
    "a=ice-ufrag:page",
    "a=ssrc:4294967295 cname:x",
    "a=ssrc:4294967295 msid:x y",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    "a=mid:microphone",
    "a=ssrc:7 cname:x",
    "",
  ].join("\r\n");
  const first = answerOfFirst(answer, streams);
  expect(first).toContain("a=group:BUNDLE camera\r\n");
  expect(first).toContain("a=ice-ufrag:page");
  expect(first).not.toContain("microphone");
  expect([...numbersIn(answer)]).toEqual([
    [4_294_967_295, "camera"],
    [7, "microphone"],
  ]);
});

test("an answer's addresses are not passed to the library, which would contact each of them", () => {
  const answer = [
    "v=0",
    "a=candidate:1 1 UDP 2114977791 192.0.2.1 53 typ host",
    "m=video 9 UDP/TLS/RTP/SAVPF 96",
    "a=candidate:2 1 udp 2114977791 198.51.100.4 5060 typ host",
    "a=candidate:3 1 TCP 1 203.0.113.5 22 typ relay raddr 10.0.0.1 rport 1",
    "a=end-of-candidates",
    "a=mid:camera",
    "",
  ].join("\n");
  expect(answerOfFirst(answer, streams)).toBe("v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:camera\r\n");
});

test("an invalid answer is parsed without an error", () => {
  const line = fc.constantFrom(
    "m=video 9",
    "a=mid:camera",
    "a=ssrc:1",
    "a=ssrc:x",
    "m=",
    "",
    "a=group:BUNDLE a b",
    "\r",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
      const answer = lines.join("\r\n");
      answerOfFirst(answer, streams);
      for (const [number, mid] of numbersIn(answer)) {
        expect(Number.isSafeInteger(number)).toBe(true);
        expect(answer).toContain(`a=mid:${mid}`);
      }
    }),
  );
});
