import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 networks that are not on the internet (IANA special-purpose registry, RFC 6890), multicast and reserved. */
const closed = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** IPv6 networks inside the public 2000::/3 that lead elsewhere: Teredo, documentation, 6to4. */
const closedV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const listOf = (networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, family)
  return list
}

const inside = listOf(closed, 'ipv4')
const global = listOf([['2000::', 3]], 'ipv6')
const notGlobal = listOf(closedV6, 'ipv6')

/** Returns whether an IP address is public: no loopback, private, link-local, multicast, or IPv4 in IPv6. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !inside.check(address, 'ipv4')
  // A zone (`fe80::1%eth0`) belongs to a link.
  if (!isIPv6(address) || address.includes('%')) return false
  return global.check(address, 'ipv6') && !notGlobal.check(address, 'ipv6')
}
