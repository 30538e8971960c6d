import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@sluice/testkit'
import { type DecodedPacket, decode, encode } from 'dns-packet'
import { OBSERVED } from '../cluster/managed-process.ts'

const PORT = 53
/** An address of this machine alone; another one for each run. */
const ADDRESS = `127.83.${(process.pid >> 8) & 0xff}.${process.pid & 0xff}`
const WELL = '.well.test'
const SILENT = '.silent.test'
const NO_SUCH_NAME = 3

/** Names of targets on this machine. What is asked for a silent one is never answered, as when its name servers are gone. */
export const wellName = (label: string): string => `${label}${WELL}`
export const silentName = (label: string): string => `${label}${SILENT}`

/** The processes ask the rig's name server and nobody else. */
export async function resolverSettings(): Promise<Record<string, string>> {
  const folder = await temporaryDirectory()
  const resolv = join(folder, 'resolv.conf')
  const hosts = join(folder, 'hosts')
  await writeFile(resolv, `nameserver ${ADDRESS}\n`)
  await writeFile(hosts, '127.0.0.1 localhost\n')
  const module = new URL('./own-resolver.ts', import.meta.url)
  module.searchParams.set('resolv', resolv)
  module.searchParams.set('hosts', hosts)
  return { NODE_OPTIONS: `${OBSERVED} --import ${module.href}` }
}

export type NameServer = {
  /** Questions for names that are silent, so far. */
  ignored(): number
  close(): void
}

/** Needs root, for the port that every resolver asks. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  let ignored = 0
  socket.on('message', (message, { port, address }) => {
    const asked = decode(message)
    if (asked.questions?.some(({ name }) => name.endsWith(SILENT))) ignored += 1
    else socket.send(answerTo(asked), port, address)
  })
  socket.bind(PORT, ADDRESS)
  await once(socket, 'listening')
  return { ignored: () => ignored, close: () => void socket.close() }
}

function answerTo({ id, questions = [] }: DecodedPacket): Buffer {
  const known = questions.filter(({ name }) => name.endsWith(WELL))
  const answers = known
    .filter(({ type }) => type === 'A')
    .map(({ name }) => ({ type: 'A' as const, name, ttl: 0, data: '127.0.0.1' }))
  const flags = known.length > 0 ? 0 : NO_SUCH_NAME
  return encode({ type: 'response', id: id ?? 0, flags, questions, answers })
}
