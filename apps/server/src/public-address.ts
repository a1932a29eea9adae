import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const inner = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  inner.addSubnet(network, prefix, "ipv4");

const outer = new BlockList();
outer.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  // Transition and documentation ranges inside 2000::/3; the first three can carry a private IPv4 address.
  ["2001::", 23],
  ["2002::", 16],
  ["64:ff9b::", 96],
  ["2001:db8::", 32],
  ["3fff::", 20],
] as const)
  inner.addSubnet(network, prefix, "ipv6");

/** Tells whether an IP address is on the public internet (IANA's special-purpose registries). */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !inner.check(address, "ipv4");
    case 6: {
      const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
      if (mapped) return isPublicAddress(mapped);
      return outer.check(address, "ipv6") && !inner.check(address, "ipv6");
    }
    default:
      return false;
  }
};

/** A DNS lookup for untrusted host names: it fails unless all of a host's addresses are public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "");
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (refused || !first) return callback(new Error("the host is not public"), "");
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
