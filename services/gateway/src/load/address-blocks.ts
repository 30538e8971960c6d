import { BlockList, isIP, isIPv6 } from 'node:net'

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** @param blocks such as `10.0.0.0/8`. @returns whether an address lies in one of them; what is no address never does */
export function addressBlocks(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const block of blocks) {
    const [network = '', bits = ''] = block.split('/')
    list.addSubnet(network, Number.parseInt(bits, 10), familyOf(network))
  }
  return address => isIP(address) !== 0 && list.check(address, familyOf(address))
}
