/** Ways to write an address of this machine, as the host of a URL: whatever reads them comes out at 127.0.0.1 or ::1. */
const LOOPBACK = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.0.0.2', '127.127.127.127', '127.255.255.254', '127.0.0.1.'],
  ...['2130706433', '0x7f000001', '0x7F.1', '0x7f.0x0.0x0.0x1', '0x7f.0.0.1', '017700000001', '0177.0.0.1'],
  ...['0177.0.0.01', '0177.1', '00000177.0.0.1', '127.0x1', '127.0.0x0.1', '0x0000007f000001', '2130706433.'],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '１２７.0.0.1', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '0ｘ7f000001'],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127%E3%80%820.0.1', '127.0.0.\u00ad1'],
  ...['0', '0.0.0.0', '0.0', '0x0', '00.0.0.0', '0.1.2.3'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::0:1]', '[::]', '[0::0]', '[::127.0.0.1]', '[::7f00:1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:7F00:0001]', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ...['[::ffff:0:127.0.0.1]', '[::ffff:0.0.0.0]', '[::1%25lo]', '[::1%lo]', '%5B::1%5D'],
]

/** Addresses that lead inside from here, or to nobody. */
const NOT_PUBLIC = [
  ...['10.0.0.1', '167772161', '0xa.0.0.1', '012.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.257'],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.254.170.2'],
  ...['100.64.0.1', '100.100.100.200', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['168.63.129.16', '2822734096', '[64:ff9b::168.63.129.16]', '[::ffff:168.63.129.16]'],
  ...['192.88.99.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['[fd00:ec2::254]', '[fc00::1]', '[fe80::1]', '[fe80::1%25eth0]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2001:0:7f00:1::]', '[2001:0:808:808:0:0:80ff:fffe]', '[2001:2::1]'],
  ...['[::ffff:169.254.169.254]', '[::a00:1]', '[::ffff:0:a00:1]', '[100::1]', '[3fff::1]', '[5f00::1]'],
]

/** Names that stand for this machine or its surroundings, whatever they resolve to. */
const INNER_NAMES = [
  ...[
    'localhost',
    'LOCALHOST',
    'LocalHost',
    'localhost.',
    'localhost..',
    'ｌｏｃａｌｈｏｓｔ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'loc\u00adalhost',
  ],
  ...['%6c%6f%63%61%6c%68%6f%73%74', 'a.localhost', 'a.b.LOCALHOST.', 'localhost%2e', 'local%00host', 'a.ⓛocalhost'],
  ...['nas.lan', 'nas.home.arpa', 'hooks.svc', 'wiki.corp', 'WIKI.CORP.', 'nas.home', 'wiki.intranet', 'db.private'],
  ...['printer.local', 'printer.local..', 'db.internal', 'metadata.google.internal', 'metadata.google.internal.'],
  ...[
    'METADATA.GOOGLE.INTERNAL',
    'metadata',
    'intranet',
    'kubernetes',
    'host.docker.internal',
    'a。local',
    'db.interna\u00adl',
  ],
]

/** What names lead to that look like any other, the first time they are asked for and later on. */
export const INNER_ZONE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'inner.example.com': [['127.0.0.1']],
  'inner6.example.com': [['::1']],
  'mapped.example.com': [['::ffff:127.0.0.1']],
  'nat64.example.com': [['64:ff9b::7f00:1']],
  'sixtofour.example.com': [['2002:7f00:1::']],
  'zero.example.com': [['0.0.0.0']],
  'private.example.com': [['10.0.0.1']],
  'metadata.example.com': [['169.254.169.254']],
  'metadata6.example.com': [['fd00:ec2::254']],
  'mixed.example.com': [['93.184.216.34', '127.0.0.1']],
  'mixed-first.example.com': [['127.0.0.1', '93.184.216.34']],
  'mixed6.example.com': [['93.184.216.34', '::1']],
  'mixed-public6.example.com': [['2606:4700::1111', '127.0.0.1']],
}

/** Hosts that must not be called. */
export const INNER_HOSTS: readonly string[] = [...LOOPBACK, ...NOT_PUBLIC, ...INNER_NAMES]

/** URLs to this port whose other parts try to hide where they lead. */
export const innerUrls = (port: number): readonly string[] => [
  `http://user:secret@127.0.0.1:${port}/`,
  `http://example.com@127.0.0.1:${port}/`,
  `http://example.com:80@127.0.0.1:${port}/`,
  `http://example.com%40127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}#@example.com/`,
  `http://127.0.0.1:${port}\\@example.com/`,
  `http://127.0.0.1:${port}?@example.com/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `http:/127.0.0.1:${port}/`,
  `http:127.0.0.1:${port}/`,
  `http:///127.0.0.1:${port}/`,
  `http:////127.0.0.1:${port}/`,
  `\thttp://127.0.0.1:${port}/`,
  ` http://127.0.0.1:${port}/`,
  `ht\ntp://127.0.0.1:${port}/`,
  `http://127.0\t.0.1:${port}/`,
  `http://127.0.0.1:${port}\r\n/`,
  `http://127.0.0.1:0${port}/`,
  `http://127.0.0.1:${'0'.repeat(40)}${port}/`,
  `http://127.0.0.1:${port + 65_536}/`,
  `hTTp://127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `127.0.0.1:${port}`,
  `ftp://127.0.0.1:${port}/`,
  `ws://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/`,
  `unix://127.0.0.1:${port}/`,
  `file://127.0.0.1:${port}/`,
  `data:text/plain,127.0.0.1:${port}`,
  `blob:http://127.0.0.1:${port}/`,
  `url:http://127.0.0.1:${port}/`,
]
