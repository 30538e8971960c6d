import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { decode, encode, type Packet, type Question, streamDecode, streamEncode } from 'dns-packet'
import { createNameResolver } from '../names/name-resolver.ts'

/** What a name leads to: the n-th question for it gets the n-th list, later ones the last. */
type Zone = Readonly<Record<string, readonly (readonly string[])[]>>

/** Fields of the answer to a question, or `silent`: none comes. `undefined`: what the zone says. */
export type Manner = (question: Question, over: 'udp' | 'tcp') => Partial<Packet> | 'silent' | undefined

type Options = { zone?: Zone; manner?: Manner; ttl?: number }

/** So that what a test finds is not this machine's. */
export const NO_FILES = { hosts: '/dev/null', resolvConf: '/dev/null' }

const familyOf = (address: string) => (address.includes(':') ? 'AAAA' : 'A')

/** A name server on this machine, on UDP and TCP, that answers by `zone`, or as `manner` says. */
export async function openDnsServer({ zone = {}, manner = () => undefined, ttl = 0 }: Options) {
  const asked = new Map<string, number>()

  function answerTo({ id = 0, questions = [] }: Packet, over: 'udp' | 'tcp'): Packet | undefined {
    const [question] = questions
    if (!question) return undefined
    const { name, type } = question
    const times = asked.get(`${type} ${name}`) ?? 0
    asked.set(`${type} ${name}`, times + 1)
    const manners = manner(question, over)
    if (manners === 'silent') return undefined
    const lists = zone[name] ?? []
    const found = (lists[Math.min(times, lists.length - 1)] ?? []).filter(one => familyOf(one) === type)
    const answers = found.map(data => ({ type: familyOf(data), name, ttl, data }) as const)
    return { type: 'response', id, questions, answers, ...manners }
  }

  const tcp = createServer(socket => {
    socket.on('error', () => {})
    socket.on('data', chunk => {
      const answer = answerTo(streamDecode(chunk), 'tcp')
      if (answer) socket.write(streamEncode(answer))
    })
  })
  tcp.unref()
  await new Promise<void>(resolve => tcp.listen(0, '127.0.0.1', resolve))
  const bound = tcp.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const udp = createSocket('udp4')
  udp.on('message', (message, from) => {
    const answer = answerTo(decode(message), 'udp')
    if (answer) udp.send(encode(answer), from.port, from.address)
  })
  await new Promise<void>(resolve => udp.bind(port, '127.0.0.1', resolve))

  const servers = [`127.0.0.1:${port}`]
  return {
    servers,
    /** The dispatcher's resolver, which asks this server and nobody else. */
    names: createNameResolver({ servers, files: NO_FILES }),
    /** How often a name was asked for, IPv4 and IPv6 as one. */
    asked: (name: string) => Math.max(asked.get(`A ${name}`) ?? 0, asked.get(`AAAA ${name}`) ?? 0),
    async close() {
      await new Promise<void>(resolve => udp.close(() => resolve()))
      await new Promise<void>(resolve => {
        tcp.close(() => resolve())
      })
    },
  }
}
