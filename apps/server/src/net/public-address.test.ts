import { BlockList } from "node:net";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

/** IANA's special ranges of IPv4: prefix, and what it is for. */
const specialIpv4 = [
  ["0.0.0.0", 8, "this network"],
  ["10.0.0.0", 8, "private"],
  ["100.64.0.0", 10, "carrier-grade NAT"],
  ["127.0.0.0", 8, "loopback"],
  ["169.254.0.0", 16, "link-local"],
  ["172.16.0.0", 12, "private"],
  ["192.0.0.0", 24, "protocol assignments"],
  ["192.0.2.0", 24, "documentation"],
  ["192.88.99.0", 24, "6to4 relays"],
  ["192.168.0.0", 16, "private"],
  ["198.18.0.0", 15, "benchmarks"],
  ["198.51.100.0", 24, "documentation"],
  ["203.0.113.0", 24, "documentation"],
  ["224.0.0.0", 3, "multicast, reserved, broadcast"],
] as const;

/** Ranges of IPv6 inside 2000::/3 that are not for hosts, or that can carry a private IPv4 address. */
const specialIpv6 = [
  ["2001::", 23, "Teredo, benchmarks, ORCHID and other protocols"],
  ["2002::", 16, "6to4"],
  ["2001:db8::", 32, "documentation"],
  ["3fff::", 20, "documentation"],
] as const;

const given = new BlockList();
given.addSubnet("2000::", 3, "ipv6");
const special = new BlockList();
for (const [network, prefix] of specialIpv4) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of specialIpv6) special.addSubnet(network, prefix, "ipv6");

const ipv4Text = (bits: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join(".");
const ipv6Text = (bits: bigint): string =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) => ((bits >> shift) & 0xffffn).toString(16)).join(":");
const ipv4Bits = (text: string): bigint => text.split(".").reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
const ipv6Bits = (text: string): bigint => {
  const parts = text.replace("::", "").split(":");
  return parts.reduce((bits, part, index) => bits | (BigInt(`0x${part}`) << BigInt(112 - 16 * index)), 0n);
};

/** The first and last address of a network, and any between. */
const within = (first: bigint, length: number, prefix: number) =>
  fc.oneof(
    fc.constantFrom(first, first + 2n ** BigInt(length - prefix) - 1n),
    fc.bigInt(first, first + 2n ** BigInt(length - prefix) - 1n),
  );

/** Every way to write an IPv4 address, or to reach it through IPv6. */
const disguises = (bits: bigint): readonly string[] => [
  ipv4Text(bits),
  `::ffff:${ipv4Text(bits)}`,
  `::FFFF:${ipv4Text(bits)}`,
  `0:0:0:0:0:ffff:${ipv4Text(bits)}`,
  `::${ipv4Text(bits)}`,
  `::ffff:0:${ipv4Text(bits)}`,
  ipv6Text((0xffffn << 32n) | bits),
  `64:ff9b::${ipv4Text(bits)}`,
  `64:ff9b:1::${ipv4Text(bits)}`,
  ipv6Text((0x2002n << 112n) | (bits << 80n) | 1n),
  // Teredo: the server's address, and the client's with every bit turned.
  ipv6Text((0x2001n << 112n) | (bits << 64n) | 1n),
  ipv6Text((0x2001n << 112n) | (0xffffffffn ^ bits)),
];

test.each(specialIpv4)("%s/%i (%s) is refused in every form", (network, prefix) => {
  fc.assert(
    fc.property(within(ipv4Bits(network), 32, prefix), (bits) => {
      expect(disguises(bits).filter(isPublicAddress)).toEqual([]);
    }),
  );
});

test.each(specialIpv6)("%s/%i (%s) is refused", (network, prefix) => {
  fc.assert(
    fc.property(within(ipv6Bits(network), 128, prefix), (bits) => {
      expect(isPublicAddress(ipv6Text(bits))).toBe(false);
    }),
  );
});

test.each([
  ["1.1.1.1", true],
  ["::ffff:1.1.1.1", true],
  ["100.63.255.255", true],
  ["100.128.0.0", true],
  ["172.32.0.0", true],
  ["223.255.255.255", true],
  ["2606:4700::1111", true],
  ["2001:200::1", true],
  ["::", false],
  ["::1", false],
  ["fe80::1", false],
  ["fe80::1%eth0", false],
  ["fec0::1", false],
  ["fc00::1", false],
  ["ff02::1", false],
  ["100::1", false],
  ["5f00::1", false],
  ["1fff:ffff::1", false],
  ["4000::1", false],
  ["::ffff:101:101", false],
  ["::1.1.1.1", false],
  ["64:ff9b::101:101", false],
  ["localhost", false],
  ["", false],
  // Forms that only some programs read as an address.
  ["2130706433", false],
  ["0x7f.1", false],
  ["0127.0.0.1", false],
  ["1.1", false],
])("%s is public: %s", (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

test("any other IPv4 address than the special ones may be public, and no special one is", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 32n - 1n).map(ipv4Text), (address) => {
      if (special.check(address, "ipv4")) expect(isPublicAddress(address)).toBe(false);
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublicAddress(address));
    }),
    { numRuns: 2_000 },
  );
});

test("no IPv6 address is public outside of what has been given out, nor in a special range", () => {
  const near = specialIpv6.map(([network]) => ipv6Bits(network) >> 112n);
  const bits = fc
    .tuple(fc.oneof(fc.bigInt(0n, 0xffffn), fc.constantFrom(...near)), fc.bigInt(0n, 2n ** 112n - 1n))
    .map(([first, rest]) => (first << 112n) | rest);
  fc.assert(
    fc.property(bits.map(ipv6Text), (address) => {
      if (!given.check(address, "ipv6") || special.check(address, "ipv6")) expect(isPublicAddress(address)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});
