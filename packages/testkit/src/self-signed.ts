import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A certificate and its key, in PEM. */
export type SelfSigned = { cert: string; key: string }

const OCTET_STRING = 0x04
const IP_ADDRESS = 0x87
const EXTENSIONS = 0xa3
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const VERSION = 0xa0

const ECDSA_WITH_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const SUBJECT_ALT_NAME = '551d11'
const DAY_MS = 86_400_000

/**
 * A certificate of a name or an IPv4 address that signs itself: what Node makes keys for, and no certificates.
 * @param endsAt epoch ms; in a day by default. It began two days before
 */
export function makeSelfSigned(name: string, endsAt = Date.now() + DAY_MS): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = certificateBody({ name, publicKey, endsAt })
  const signature = sign('sha256', body, privateKey)
  const algorithm = der(SEQUENCE, objectId(ECDSA_WITH_SHA256))
  const certificate = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.of(0), signature))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

type Content = { name: string; publicKey: KeyObject; endsAt: number }

function certificateBody({ name, publicKey, endsAt }: Content): Buffer {
  const named = der(SEQUENCE, der(SET, der(SEQUENCE, objectId(COMMON_NAME), der(UTF8_STRING, Buffer.from(name)))))
  const validity = der(SEQUENCE, time(endsAt - 2 * DAY_MS), time(endsAt))
  return der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.of(1), randomBytes(8)),
    der(SEQUENCE, objectId(ECDSA_WITH_SHA256)),
    named,
    validity,
    named,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(isIPv4(name) ? [addressExtension(name)] : []),
  )
}

/** An address counts where it stands as an alternative name only. */
function addressExtension(address: string): Buffer {
  const names = der(SEQUENCE, der(IP_ADDRESS, Buffer.from(address.split('.').map(Number))))
  return der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, objectId(SUBJECT_ALT_NAME), der(OCTET_STRING, names))))
}

const objectId = (hex: string) => der(OBJECT_ID, Buffer.from(hex, 'hex'))
const time = (at: number) =>
  der(UTC_TIME, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  const size = length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff)
  return Buffer.concat([Buffer.of(tag), size, content])
}
