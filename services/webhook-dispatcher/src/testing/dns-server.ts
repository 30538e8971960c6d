import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { decode, encode, type RecordType } from 'dns-packet'
import type { ResolveAll } from '../delivery/guarded-lookup.ts'

/** What a name leads to: the n-th question for it gets the n-th list, later ones the last. */
export type Zone = Readonly<Record<string, readonly (readonly string[])[]>>

const familyOf = (address: string) => (address.includes(':') ? 6 : 4)
const FAMILIES: Partial<Record<RecordType, 4 | 6>> = { A: 4, AAAA: 6 }

/** A name server on this machine that answers by `zone`, and a resolver that asks it and nobody else. */
export async function openDnsServer(zone: Zone) {
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const [question] = questions
    if (!question) return
    const { name, type } = question
    const family = FAMILIES[type]
    const key = `${type} ${name}`
    const times = asked.get(key) ?? 0
    asked.set(key, times + 1)
    const lists = zone[name] ?? []
    const found = (lists[Math.min(times, lists.length - 1)] ?? []).filter(one => familyOf(one) === family)
    const answers = found.map(data =>
      familyOf(data) === 4
        ? ({ type: 'A', name, ttl: 0, data } as const)
        : ({ type: 'AAAA', name, ttl: 0, data } as const),
    )
    socket.send(encode({ type: 'response', id, questions, answers }), port, address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])

  async function addressesOf(name: string) {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    return found.map(address => ({ address, family: familyOf(address) }))
  }

  const resolve: ResolveAll = (name, _options, callback) => {
    addressesOf(name).then(
      addresses => callback(addresses.length > 0 ? null : new NoAddressError(name), addresses),
      error => callback(error, []),
    )
  }
  return {
    resolve,
    /** How often a name was asked for, IPv4 and IPv6 as one. */
    asked: (name: string) => Math.max(asked.get(`A ${name}`) ?? 0, asked.get(`AAAA ${name}`) ?? 0),
    close: () => new Promise<void>(resolve => socket.close(() => resolve())),
  }
}

/** As the system's resolver says that a name has no address. */
class NoAddressError extends Error {
  override name = 'NoAddressError'
  readonly code = 'ENOTFOUND'
}
