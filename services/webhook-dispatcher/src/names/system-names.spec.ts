import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { candidatesOf, ownAddresses, parseHosts, parseSearch } from './system-names.ts'

const KUBERNETES = { search: ['shop.svc.cluster.local', 'svc.cluster.local', 'cluster.local'], ndots: 5 }
const DOCKER = { search: [], ndots: 0 }

describe('the hosts file', () => {
  it('gives a name all its addresses, whatever its case, its comments and its line ends', () => {
    const text =
      '# hosts\r\n127.0.0.1\tlocalhost\r\n::1 localhost ip6-localhost # six\n10.0.0.7 Receiver receiver.shop\nnonsense x\n10.0.0.8 receiver\n10.0.0.8 receiver'
    expect(Object.fromEntries(parseHosts(text))).toEqual({
      localhost: ['127.0.0.1', '::1'],
      'ip6-localhost': ['::1'],
      receiver: ['10.0.0.7', '10.0.0.8'],
      'receiver.shop': ['10.0.0.7'],
    })
  })

  it('comes before what this machine is always called, and localhost leads nowhere else without it', () => {
    const names = (hosts: string) => ({ addresses: parseHosts(hosts), search: [], ndots: 1 })
    expect(ownAddresses('localhost', names('127.0.0.5 localhost'))).toEqual(['127.0.0.5'])
    expect(ownAddresses('localhost', names(''))).toEqual(['127.0.0.1', '::1'])
    expect(ownAddresses('a.localhost', names(''))).toEqual(['127.0.0.1', '::1'])
    expect(ownAddresses('example.com', names(''))).toBeUndefined()
  })
})

describe('how short names are completed', () => {
  it.each([
    ['nothing', '', { search: [], ndots: 1 }],
    ["Docker's", 'nameserver 127.0.0.11\noptions edns0 trust-ad ndots:0\n', DOCKER],
    [
      "Kubernetes'",
      'search shop.svc.cluster.local svc.cluster.local cluster.local\nnameserver 10.96.0.10\noptions ndots:5',
      KUBERNETES,
    ],
    [
      'the last of search and domain',
      'search a.example b.example.\ndomain C.example\n',
      { search: ['c.example'], ndots: 1 },
    ],
    ['no dot alone, no comment, at most 15 dots', '; x\nsearch . # y\noptions ndots:99', { search: [], ndots: 15 }],
  ])('is read: %s', (_, text, expected) => {
    expect(parseSearch(text)).toEqual(expected)
  })

  it.each([
    ['receiver', DOCKER, ['receiver']],
    ['receiver', KUBERNETES, [...KUBERNETES.search.map(domain => `receiver.${domain}`), 'receiver']],
    ['receiver.shop', KUBERNETES, [...KUBERNETES.search.map(domain => `receiver.shop.${domain}`), 'receiver.shop']],
    ['hooks.example.com.', KUBERNETES, ['hooks.example.com']],
    ['a.b.c.d.e.f', KUBERNETES, ['a.b.c.d.e.f', ...KUBERNETES.search.map(domain => `a.b.c.d.e.f.${domain}`)]],
    [
      'hooks.example.com',
      { search: ['corp.example'], ndots: 1 },
      ['hooks.example.com', 'hooks.example.com.corp.example'],
    ],
  ])('%s is asked for as the C library does', (name, names, expected) => {
    expect(candidatesOf(name, names)).toEqual(expected)
  })

  it('always asks for the name itself, once, and for no name that is too long', () => {
    const label = fc.stringMatching(/^[a-z]{1,60}$/)
    const name = fc.array(label, { minLength: 1, maxLength: 4 }).map(labels => labels.join('.'))
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 6 }), fc.nat(15), (one, search, ndots) => {
        const candidates = candidatesOf(one, { search, ndots })
        expect(candidates.filter(candidate => candidate === one)).toHaveLength(1)
        expect(candidates.every(({ length }) => length <= 253)).toBe(true)
      }),
    )
  })
})
