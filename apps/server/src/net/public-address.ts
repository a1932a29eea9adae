import { lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is on the public internet: unicast, and in none of IANA's special ranges. Of IPv6 only 2000::/3 has been
 * given out.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false;
  // An IPv4 address in IPv6's form is judged by itself; in any other form, such as hexadecimal, it is refused.
  const parsed = ipaddr.parse(address.replace(/^::ffff:(?=[\d.]+$)/i, ""));
  if (parsed.range() !== "unicast") return false;
  return !("parts" in parsed) || parsed.match(ipaddr.parse("2000::"), 3);
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
