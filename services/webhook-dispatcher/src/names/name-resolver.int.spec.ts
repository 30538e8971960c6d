import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type Manner, NO_FILES, openDnsServer } from '../testing/dns-server.ts'
import { NameLookupError } from './name-lookup-error.ts'
import { createNameResolver, type NameResolverOptions, type ResolveAll } from './name-resolver.ts'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

async function open(server: Parameters<typeof openDnsServer>[0], options: NameResolverOptions = {}) {
  const dns = await openDnsServer(server)
  ending.push(() => dns.close())
  const names = createNameResolver({ servers: dns.servers, files: NO_FILES, patienceMs: 1_500, ...options })
  return { ...dns, names, resolve: names.resolve }
}

/** The addresses, or the code and the message of the failure. */
const outcomeOf = (resolve: ResolveAll, name: string) =>
  resolve(name).then(
    found => found.map(({ address }) => address),
    error => {
      if (!(error instanceof NameLookupError)) throw error
      return `${error.code}: ${error.message}`
    },
  )

const OUTSIDE = '93.184.216.34'
const SERVFAIL = { flags: 2 } as const
const silentUnder =
  (suffix: string): Manner =>
  ({ name }) =>
    name.endsWith(suffix) ? 'silent' : undefined

describe('a name whose server is silent', () => {
  it.each([2, 10, 100])('keeps no other name waiting, with %i of them', async count => {
    const zone = { 'well.example': [[OUTSIDE]], 'other.example': [[OUTSIDE]] }
    const { resolve } = await open({ zone, manner: silentUnder('.silent') })
    const silent = Array.from({ length: count }, (_, at) => outcomeOf(resolve, `n${at}.silent`))
    const first = await Promise.race([Promise.race(silent), outcomeOf(resolve, 'well.example')])
    expect(first).toEqual([OUTSIDE])
    expect(await Promise.race([Promise.race(silent), outcomeOf(resolve, 'other.example')])).toEqual([OUTSIDE])
    expect(await silent[0]).toBe(
      'DNS_FAILED: The name n0.silent could not be looked up: no name server answered in time.',
    )
  })

  it('has the quarter of silent ones; beyond it, it leaves its place after a second, and is not known as failed for that', async () => {
    const { names, resolve } = await open({ manner: silentUnder('.silent') }, { maxNames: 8 })
    const silent = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => outcomeOf(resolve, `${name}.silent`))
    expect(await silent[2]).toBe('LOOKUPS_FULL: The name c.silent could not be looked up yet: too many names are.')
    expect([names.mayAsk('c.silent'), await names.turn('c.silent')]).toEqual([false, false])
    const codes = (await Promise.all(silent)).map(said => String(said).split(':')[0])
    expect(codes).toEqual(['DNS_FAILED', 'DNS_FAILED', ...Array<string>(4).fill('LOOKUPS_FULL')])
    expect(names.mayAsk('c.silent')).toBe(true)
    expect(await outcomeOf(resolve, 'c.silent')).toContain('DNS_FAILED')
  })

  it('keeps no place from a name that was answered the last time, however many there are, nor for long from a new one', async () => {
    let at = 1_000_000
    const zone = { 'known.example': [[OUTSIDE]], 'new.example': [[OUTSIDE]] }
    const options = { maxNames: 8, now: () => at }
    const { names, resolve } = await open({ zone, manner: silentUnder('.silent') }, options)
    expect(await outcomeOf(resolve, 'known.example')).toEqual([OUTSIDE])
    at += 60_000
    const silent = Array.from({ length: 20 }, (_, index) => outcomeOf(resolve, `n${index}.silent`))
    expect(await silent[6]).toContain('LOOKUPS_FULL')
    expect(await outcomeOf(resolve, 'new.example')).toContain('LOOKUPS_FULL')
    expect(names.mayAsk('new.example')).toBe(false)
    expect(await Promise.race([...silent.slice(0, 6), outcomeOf(resolve, 'known.example')])).toEqual([OUTSIDE])
    expect(await names.turn('new.example')).toBe(true)
    expect(await Promise.race([...silent.slice(0, 2), outcomeOf(resolve, 'new.example')])).toEqual([OUTSIDE])
  })

  it('has its time from when it is asked for, however long it waited for its turn', async () => {
    const { names, resolve } = await open({ manner: silentUnder('.silent') }, { maxNames: 4 })
    const before = ['a', 'b', 'c'].map(name => outcomeOf(resolve, `${name}.silent`))
    expect(await outcomeOf(resolve, 'd.silent')).toContain('LOOKUPS_FULL')
    expect(await names.turn('d.silent')).toBe(true)
    const since = performance.now()
    expect(await outcomeOf(resolve, 'd.silent')).toContain('DNS_FAILED')
    expect(performance.now() - since).toBeGreaterThan(1_400)
    await Promise.all(before)
  })

  it('needs none where the host is an address', async () => {
    const { names, resolve } = await open({ manner: silentUnder('.silent') }, { maxNames: 4 })
    const silent = ['a', 'b', 'c'].map(name => outcomeOf(resolve, `${name}.silent`))
    const hosts = ['new.example', '192.0.2.1', '2001:db8::1', '[2001:db8::1]']
    expect(hosts.map(names.mayAsk)).toEqual([false, true, true, true])
    await Promise.all(silent)
  })

  it('is no other one than those that are silent: many names at once are all found, each in its turn', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `n${at}.example`)
    const zone = Object.fromEntries(many.map(name => [name, [[OUTSIDE]]]))
    const { names, resolve } = await open({ zone, manner: silentUnder('.silent') }, { maxNames: 20 })
    const silent = Array.from({ length: 30 }, (_, at) => outcomeOf(resolve, `n${at}.silent`))
    const find = async (name: string): Promise<unknown> => {
      while (!(await names.turn(name)));
      return outcomeOf(resolve, name)
    }
    const found = await Promise.all(many.map(find))
    expect(found).toEqual(many.map(() => [OUTSIDE]))
    await Promise.all(silent)
  })

  it('is an answer all the same when it is silent for IPv6 alone', async () => {
    const manner: Manner = ({ type }) => (type === 'AAAA' ? 'silent' : undefined)
    const { resolve } = await open({ zone: { 'four.example': [[OUTSIDE]] }, manner })
    expect(await outcomeOf(resolve, 'four.example')).toEqual([OUTSIDE])
  })
})

describe('what was found', () => {
  it.each([
    [0, 1],
    [5, 5],
    [3600, 30],
  ])('is kept for as long as it says (%i s), from 1 to 30 s: %i', async (ttl, keptSeconds) => {
    let at = 1_000_000
    const zone = { 'kept.example': [['192.0.2.1'], ['192.0.2.2']] }
    const { resolve, asked } = await open({ zone, ttl }, { now: () => at })
    expect(await outcomeOf(resolve, 'kept.example')).toEqual(['192.0.2.1'])
    at += keptSeconds * 1000 - 1
    expect(await outcomeOf(resolve, 'KEPT.example')).toEqual(['192.0.2.1'])
    expect(asked('kept.example')).toBe(1)
    at += 2
    expect(await outcomeOf(resolve, 'kept.example')).toEqual(['192.0.2.2'])
  })

  it('was asked for once by all that wanted it at the same time', async () => {
    const { resolve, asked } = await open({ zone: { 'shared.example': [[OUTSIDE]] } })
    await Promise.all(Array.from({ length: 50 }, () => resolve('shared.example')))
    expect(asked('shared.example')).toBe(1)
  })

  it('has the addresses of both families', async () => {
    const { resolve } = await open({ zone: { 'both.example': [[OUTSIDE, '2606:2800:220:1::1']] } })
    expect((await resolve('both.example')).toSorted((a, b) => a.family - b.family)).toEqual([
      { address: OUTSIDE, family: 4 },
      { address: '2606:2800:220:1::1', family: 6 },
    ])
  })

  it('is whole when it did not fit into one datagram', async () => {
    const manner: Manner = (_, over) => (over === 'udp' ? { flags: 0x0200, answers: [] } : undefined)
    const many = Array.from({ length: 60 }, (_, at) => `192.0.2.${at}`)
    const { resolve } = await open({ zone: { 'many.example': [many] }, manner })
    expect(await outcomeOf(resolve, 'many.example')).toEqual(many)
  })
})

describe('a failure', () => {
  it('is not asked for again for 5 s', async () => {
    let at = 1_000_000
    const { resolve, asked } = await open({ zone: { 'late.example': [[], [OUTSIDE]] } }, { now: () => at })
    const unknown = 'HOST_NOT_FOUND: The name late.example is not known to the name servers.'
    expect(await outcomeOf(resolve, 'late.example')).toBe(unknown)
    at += 4_999
    expect(await outcomeOf(resolve, 'late.example')).toBe(unknown)
    expect(asked('late.example')).toBe(1)
    at += 2
    expect(await outcomeOf(resolve, 'late.example')).toEqual([OUTSIDE])
  })

  const failing = 'DNS_FAILED: The name bad.example could not be looked up: '
  const unknown = 'HOST_NOT_FOUND: The name bad.example is not known to the name servers.'
  const alias = (name: string, data: string) => ({ type: 'CNAME', name, ttl: 60, data }) as const
  it.each<[string, Manner, string]>([
    ['NXDOMAIN', () => ({ flags: 3 }), unknown],
    ['SERVFAIL', () => SERVFAIL, `${failing}its name server says SERVFAIL.`],
    ['REFUSED', () => ({ flags: 5 }), `${failing}its name server says REFUSED.`],
    [
      'aliases in a circle',
      ({ name }) => ({ answers: [alias(name, 'loop.example'), alias('loop.example', name)] }),
      unknown,
    ],
    [
      'SERVFAIL for IPv6, and no address of IPv4',
      ({ type }) => (type === 'AAAA' ? SERVFAIL : undefined),
      `${failing}its name server says SERVFAIL.`,
    ],
    [
      'hundreds of addresses',
      ({ name, type }, over) =>
        over === 'udp'
          ? { flags: 0x0200, answers: [] }
          : {
              answers: Array.from({ length: type === 'A' ? 500 : 0 }, (_, at) => {
                const data = `192.0.${at >> 8}.${at & 255}`
                return { type: 'A', name, ttl: 60, data } as const
              }),
            },
      'DNS_FAILED: The name bad.example leads to more than 64 addresses, which no delivery tries.',
    ],
  ])('says what it is: %s', async (_, manner, expected) => {
    const { resolve } = await open({ manner })
    expect(await outcomeOf(resolve, 'bad.example')).toBe(expected)
  })

  it('is not made good by an answer to another question', async () => {
    const forged: Manner = ({ name }) => ({ id: 1, answers: [{ type: 'A', name, ttl: 60, data: OUTSIDE }] })
    const { resolve } = await open({ manner: forged })
    expect(await outcomeOf(resolve, 'forged.example')).toBe(
      'DNS_FAILED: The name forged.example could not be looked up: no name server answered in time.',
    )
  })

  it.each(['a b.example', 'a..example', `${'a'.repeat(64)}.example`, `${'a.'.repeat(200)}example`, '\u0000.example'])(
    'is what a name comes to that no name server could know: %j',
    async name => {
      const { resolve } = await open({})
      expect(await outcomeOf(resolve, name)).toContain('HOST_NOT_FOUND')
    },
  )
})

describe('names', () => {
  it('are found with odd characters, in other scripts as the URL writes them, and with a dot at the end', async () => {
    const zone = { '_a-b.example': [[OUTSIDE]], 'xn--bcher-kva.example': [[OUTSIDE]] }
    const { resolve } = await open({ zone })
    for (const name of ['_a-b.example', '_a-b.example.', new URL('http://bücher.example').hostname]) {
      expect(await outcomeOf(resolve, name)).toEqual([OUTSIDE])
    }
  })

  it('are found as the machine itself has them: in its hosts file first, then completed by its search domains', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-names-'))
    ending.push(() => rm(folder, { recursive: true }))
    const files = { hosts: join(folder, 'hosts'), resolvConf: join(folder, 'resolv.conf') }
    await writeFile(files.hosts, '192.0.2.7 pinned.example receiver-of-compose\n')
    await writeFile(files.resolvConf, 'search shop.svc.cluster.local svc.cluster.local\noptions ndots:5\n')
    const zone = {
      'pinned.example': [[OUTSIDE]],
      'receiver.shop.svc.cluster.local': [['192.0.2.8']],
      'receiver.other.svc.cluster.local': [['192.0.2.9']],
      'hooks.example.com': [[OUTSIDE]],
    }
    const { resolve } = await open({ zone }, { files })
    const found: Record<string, unknown> = {}
    const names = ['pinned.example', 'receiver-of-compose', 'receiver', 'receiver.other', 'hooks.example.com']
    for (const name of names) found[name] = await outcomeOf(resolve, name)
    expect(found).toEqual({
      'pinned.example': ['192.0.2.7'],
      'receiver-of-compose': ['192.0.2.7'],
      receiver: ['192.0.2.8'],
      'receiver.other': ['192.0.2.9'],
      'hooks.example.com': [OUTSIDE],
    })
  })

  it('of this machine are never asked for', async () => {
    const { resolve, asked } = await open({ zone: { localhost: [[OUTSIDE]] } })
    expect(await outcomeOf(resolve, 'localhost')).toEqual(['127.0.0.1', '::1'])
    expect(asked('localhost')).toBe(0)
  })
})
