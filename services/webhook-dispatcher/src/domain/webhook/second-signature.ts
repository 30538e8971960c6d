import type { FieldError, SecondSignature, WebhookRecord, WebhookSignature } from '@sluice/contracts'
import { findNameFault, MASK } from '../request/delivery-headers.ts'
import { isSameKey, signatureNames } from '../request/sign-delivery.ts'
import { isSameServer } from './same-server.ts'

/** Bits of a secret below which it may be guessed: 24 characters, as the bytes of a secret of Standard Webhooks. */
const STRONG_CHARACTERS = 24
const SECRET_PATH = 'signature.second.secret'
const HEADER_PATH = 'signature.second.header'

type SignatureField = { signature?: WebhookSignature | undefined }

/** A webhook's `signature` as it is shown: the second secret masked. */
export function maskSignature({ signature }: SignatureField): SignatureField {
  if (!signature?.second) return signature ? { signature } : {}
  return { signature: { ...signature, second: { ...signature.second, secret: MASK } } }
}

/** What a mask of the second secret may stand for. */
export type MaskBasis = { stored: WebhookRecord | undefined; masked: WebhookRecord | undefined }

/**
 * Gives the `signature` with the second secret put back where its mask was sent; leaves it out where there is nothing to put
 * back. A version that is restored gets the secret of now, where that is for the same check of the same receiver: it may have
 * been changed since because somebody had learnt it. No other server gets signatures by a secret that nobody is shown.
 */
export function unmaskSignature(
  { signature, url }: SignatureField & { url: string },
  { stored, masked }: MaskBasis,
): SignatureField & { faults: FieldError[] } {
  const second = signature?.second
  // No field at all, as the store would keep one of nothing.
  if (!signature || second?.secret !== MASK) return { faults: [] }
  const now = secondOf(stored, url)
  const kept = now && isSameCheck(second, now) ? now : secondOf(masked, url)
  if (!kept) return { faults: [fault(SECRET_PATH, secondOf(masked) ? ELSEWHERE : NOTHING_STORED)] }
  return { signature: { ...signature, second: { ...second, secret: kept.secret } }, faults: [] }
}

const NOTHING_STORED = 'This is the mask of a secret, and no secret is stored.'
const ELSEWHERE =
  'The url leads to another server, which does not get signatures by this secret unseen. Send it in clear, or leave the second signature out.'

/** @param url of a webhook that goes to the same server; without it, any does */
const secondOf = (record: WebhookRecord | undefined, url?: string): SecondSignature | undefined =>
  record?.type === 'http' && isSameServer(url ?? record.url, record.url) ? record.signature?.second : undefined

const isSameCheck = (one: SecondSignature, other: SecondSignature): boolean =>
  one.scheme === other.scheme && one.header.toLowerCase() === other.header.toLowerCase()

type SignedWebhook = SignatureField & { headers: Readonly<Record<string, string>>; secret?: string | undefined }

/** What is wrong with the headers that a signature sets, and with its secrets. @param stored the secrets that may sign, too */
export function findSignatureFaults(
  { signature, headers, secret }: SignedWebhook,
  stored: Pick<WebhookRecord, 'secret' | 'previousSecret'> | undefined,
): FieldError[] {
  if (!signature) return []
  const { prefix, second } = signature
  const names = Object.values(signatureNames(prefix))
  const own = Object.keys(headers)
  const taken = second ? [...names, second.header.toLowerCase()] : names
  return [
    ...prefixFaults(prefix, names),
    ...own
      .filter(name => taken.includes(name.toLowerCase()))
      .map(name => fault(`headers.${name}`, 'This header is set by the signature; leave it out, or name another.')),
    ...(second ? secondFaults(second, names) : []),
    ...(second ? keyFaults(second, [secret, stored?.secret, stored?.previousSecret]) : []),
  ]
}

/** The default prefix is kept for us, and is no fault here. */
function prefixFaults(prefix: string, names: readonly string[]): FieldError[] {
  const isOurs = prefix === 'webhook' || names.every(name => findNameFault(name) === undefined)
  return isOurs ? [] : [fault('signature.prefix', 'Headers that begin so are not its to set; take another prefix.')]
}

const SET_BESIDE = ['content-type', 'user-agent']

function secondFaults({ header }: SecondSignature, names: readonly string[]): FieldError[] {
  const lower = header.toLowerCase()
  const message = findNameFault(header)
  if (message) return [fault(HEADER_PATH, message)]
  if (SET_BESIDE.includes(lower)) return [fault(HEADER_PATH, 'This header says something else of a delivery.')]
  return names.includes(lower) ? [fault(HEADER_PATH, 'This header has the first signature already.')] : []
}

/** By one key, whoever can have a body of his making signed could make a signature of the other scheme. */
const keyFaults = ({ secret }: SecondSignature, firsts: readonly (string | undefined)[]): FieldError[] =>
  firsts.some(first => first !== undefined && isSameKey(first, secret))
    ? [fault(SECRET_PATH, 'This is the key of the first signature, too. Each signature needs one of its own.')]
    : []

const fault = (path: string, message: string): FieldError => ({ path, message })

/** Says what the second signature of a webhook lacks that the first one has. */
export function signatureWarnings(record: WebhookRecord): string[] {
  const second = secondOf(record)
  if (!second) return []
  return [
    LACKS[second.scheme](second.header),
    ...(second.secret.length < STRONG_CHARACTERS
      ? [
          `The second signature (${second.header}) has a secret of fewer than ${STRONG_CHARACTERS} characters, which may be guessed. Take a longer one as soon as its receiver can.`,
        ]
      : []),
  ]
}

const LACKS: Readonly<Record<SecondSignature['scheme'], (header: string) => string>> = {
  'hmac-sha256': header =>
    `The second signature (${header}) is over the body alone. It has no time and no id, so a delivery that somebody has seen can be sent to its receiver again at any time. Use it while you move, and take signature.second away then.`,
  'timed-hmac-sha256': header =>
    `The second signature (${header}) is over the time and the body. It has no id, so its receiver can't trust the id by which it tells a delivery that comes twice. Use it while you move, and take signature.second away then.`,
}
