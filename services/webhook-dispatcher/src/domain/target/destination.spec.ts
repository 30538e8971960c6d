import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { checkDestination, hostOfTarget, targetOf } from './destination.ts'
import { mayConnect, openBlock } from './public-address.ts'

const isAllowed = (url: string, open: string[] = []) => checkDestination(url, open.map(openBlock)).kind === 'allowed'

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '192.0.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
  '64:ff9b::808:808',
  '2002:808:808::1',
  '::ffff:8.8.8.8',
]

const NOT_PUBLIC = [
  ...[
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '100.100.100.200',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...[
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
  ],
  ...[
    '2001:0:7f00:1::',
    '2001:0:808:808:0:0:80ff:fffe',
    '2001:db8::1',
    '2001:10::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '64:ff9b::a83f:8110',
    '::ffff:168.63.129.16',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
  ],
]

describe('where a delivery may go', () => {
  it.each(PUBLIC)('allows the public address %s', address => {
    expect(mayConnect(address, 443, [])).toBe(true)
  })

  it.each(NOT_PUBLIC)('refuses the address %s', address => {
    expect(mayConnect(address, 443, [])).toBe(false)
    expect(isAllowed(address.includes(':') ? `http://[${address}]/` : `http://${address}/`)).toBe(false)
  })

  it.each([
    ...[
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://0x7f.1/',
      'http://①②⑦.0.0.1/',
      'http://127。0。0。1/',
    ],
    ...[
      'http://0/',
      'http://[::ffff:7f00:1]/',
      'http://[0:0:0:0:0:0:0:1]/',
      'http://127.0.0.1./',
      'http://%31%32%37.0.0.1/',
      'http://3232235777/',
    ],
    ...[
      'http://localhost/',
      'http://LOCALHOST/',
      'http://localhost./',
      'http://localhost../',
      'http://a.localhost/',
      'http://printer.local/',
      'http://db.internal/',
      'http://db.internal./',
    ],
    ...[
      'http://intranet/',
      'http://metadata.google.internal/',
      'http://user:secret@example.com/',
      'http://user@example.com/',
      'http://example.com/#top',
      'http://example.com/#',
    ],
    ...[
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'javascript:alert(1)',
      '//example.com/',
      'example.com',
      '',
      'http://',
      'https://exa mple.com/',
      'https://example.com/a\nb',
      '\thttps://example.com/',
    ],
  ])('refuses %s', url => {
    expect(isAllowed(url)).toBe(false)
  })

  const INNER_NAMES = [
    ...[
      'http://nas.lan/',
      'http://nas.home.arpa/',
      'http://hooks.svc/',
      'http://hooks.team.svc./',
      'http://wiki.corp/',
    ],
    ...[
      'http://nas.home/',
      'http://wiki.intranet/',
      'http://db.private/',
      'http://a.localdomain/',
      'http://NAS.Lan:81/',
    ],
    ...['http://home.arpa/', 'http://hooks/', 'http://printer.local/', 'http://db.internal/'],
  ]

  it.each(INNER_NAMES)('refuses a name that belongs to inner networks: %s', url => {
    expect(isAllowed(url)).toBe(false)
  })

  it.each(INNER_NAMES)('leaves %s to its address where the operator has opened a range for its port', url => {
    expect(isAllowed(url, ['10.0.0.0/8'])).toBe(true)
    expect(isAllowed(url, ['10.0.0.0/8:9000'])).toBe(false)
  })

  it('takes a public name for what it is, whatever it holds', () => {
    expect(
      ['http://lan.example.com/', 'http://svc.example.com/', 'http://corp.com/'].every(url => isAllowed(url)),
    ).toBe(true)
  })

  it('says what belongs to one target: scheme, host and port', () => {
    expect(checkDestination('https://hooks.example.com/a?b=c', [])).toMatchObject({
      target: 'https://hooks.example.com:443',
    })
    expect(checkDestination('http://hooks.example.com:8080/', [])).toMatchObject({
      target: 'http://hooks.example.com:8080',
    })
  })

  it('opens the range of the operator, for the port that stands there only', () => {
    expect(isAllowed('http://127.0.0.1:9000/', ['127.0.0.1/32:9000'])).toBe(true)
    expect(isAllowed('http://127.0.0.1:9001/', ['127.0.0.1/32:9000'])).toBe(false)
    expect(isAllowed('http://10.1.2.3:1/', ['10.0.0.0/8'])).toBe(true)
    expect(isAllowed('http://[::1]:9000/', ['::1/128:9000'])).toBe(true)
    expect(isAllowed('http://[::ffff:10.1.2.3]/', ['10.0.0.0/8'])).toBe(true)
    expect(isAllowed('http://localhost:9000/', ['127.0.0.1/32:9000'])).toBe(false)
  })

  it('judges an IPv4 address the same in each form that carries it', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
        const plain = mayConnect(`${a}.${b}.${c}.${d}`, 80, [])
        const high = ((a << 8) | b).toString(16)
        const low = ((c << 8) | d).toString(16)
        // The lowest addresses of ::/96 are no embedded form.
        const compatible = a + b + c === 0 && d < 2 ? [] : [`::${high}:${low}`]
        const forms = [`::ffff:${high}:${low}`, `64:ff9b::${high}:${low}`, `2002:${high}:${low}::5`, ...compatible]
        return forms.every(form => mayConnect(form, 80, []) === plain)
      }),
    )
  })

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), text =>
        ['allowed', 'refused'].includes(checkDestination(text, []).kind),
      ),
    )
    fc.assert(fc.property(fc.string(), text => typeof mayConnect(text, 80, []) === 'boolean'))
  })
})

describe('the host of a target', () => {
  it.each([
    [targetOf(checkDestination('https://hooks.example.com/x', [])), 'hooks.example.com'],
    [targetOf(checkDestination('http://[2606:4700::1111]:8080/', [])), '[2606:4700::1111]'],
    [targetOf(checkDestination('http://127.0.0.1/', [])), undefined],
    ['smtp://mail.example.com:25', 'mail.example.com'],
    ['mail', undefined],
  ])('of %s is %s', (target, host) => {
    expect(hostOfTarget(target)).toBe(host)
  })
})
