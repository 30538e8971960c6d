/** What the API shows in the place of a value that it does not show. */
export const MASK = '[masked]'

/** The second signature of a form: none, that of a service whose receivers check it, or one of one's own. */
export type SecondKind = 'none' | 'github' | 'shopify' | 'stripe' | 'body' | 'timed'

/** The signature of a webhook as it is typed. A secret that is kept stands there empty, and is replaced only when something is typed. */
export type SignatureDraft = {
  prefix: string
  kind: SecondKind
  header: string
  encoding: 'hex' | 'base64'
  label: string
  secret: string
  isSecretKept: boolean
}

type BodySignature = {
  scheme: 'hmac-sha256'
  header: string
  encoding: 'hex' | 'base64'
  label: string
  secret: string
}
type TimedSignature = { scheme: 'timed-hmac-sha256'; header: string; secret: string }

/** How deliveries are signed, as a webhook has it. */
export type SignatureFields = { scheme: 'standard'; prefix: string; second?: BodySignature | TimedSignature }

const USUAL_PREFIX = 'webhook'

export const newSignatureDraft = (): SignatureDraft => ({
  prefix: USUAL_PREFIX,
  kind: 'none',
  header: '',
  encoding: 'hex',
  label: '',
  secret: '',
  isSecretKept: false,
})

type KindFields = Pick<SignatureDraft, 'header' | 'encoding' | 'label'>

/** What each service's receivers check; a signature of one's own begins without any of it. */
const FIELDS_OF: Readonly<Record<SecondKind, KindFields>> = {
  none: { header: '', encoding: 'hex', label: '' },
  github: { header: 'X-Hub-Signature-256', encoding: 'hex', label: 'sha256=' },
  shopify: { header: 'X-Shopify-Hmac-SHA256', encoding: 'base64', label: '' },
  stripe: { header: 'Stripe-Signature', encoding: 'hex', label: '' },
  body: { header: '', encoding: 'hex', label: '' },
  timed: { header: '', encoding: 'hex', label: '' },
}

const isTimed = (kind: SecondKind): boolean => kind === 'stripe' || kind === 'timed'

/** The same form with another kind of second signature, by which its fields are filled in. */
export const withKind = (draft: SignatureDraft, kind: SecondKind): SignatureDraft =>
  Object.assign({}, draft, FIELDS_OF[kind], { kind })

/** Which of its fields a kind leaves to be typed, besides the secret. */
export const typedFields = (kind: SecondKind) => ({
  header: kind === 'body' || kind === 'timed',
  encoding: kind === 'body',
})

/** What a second signature lacks that the first one has; empty where there is none. */
export function lackOf({ kind }: Pick<SignatureDraft, 'kind'>): string {
  if (kind === 'none') return ''
  return isTimed(kind)
    ? 'It covers the time and the body, and no id.'
    : 'It covers the body alone: without a time, a delivery that somebody has seen can be sent again at any time.'
}

/** The form of a signature that is there. */
export function signatureDraftOf(signature: SignatureFields | undefined): SignatureDraft {
  const start = newSignatureDraft()
  if (!signature) return start
  const { prefix, second } = signature
  if (!second) return Object.assign(start, { prefix })
  const { header, secret } = second
  const written = second.scheme === 'hmac-sha256' ? second : { encoding: 'hex' as const, label: '' }
  const fields = { header, encoding: written.encoding, label: written.label }
  const isMasked = secret === MASK
  return {
    ...fields,
    prefix,
    kind: kindOf(fields, second.scheme === 'timed-hmac-sha256'),
    secret: isMasked ? '' : secret,
    isSecretKept: isMasked,
  }
}

const SERVICES = ['github', 'shopify', 'stripe'] as const

function kindOf(fields: KindFields, isOfTime: boolean): SecondKind {
  const found = SERVICES.find(kind => isTimed(kind) === isOfTime && isSame(FIELDS_OF[kind], fields))
  return found ?? (isOfTime ? 'timed' : 'body')
}

const isSame = (one: KindFields, other: KindFields): boolean =>
  one.header === other.header && one.encoding === other.encoding && one.label === other.label

/** The field that a form stands for; none where all is as usual. */
export function signatureOf(draft: SignatureDraft): { signature?: SignatureFields } {
  const { kind, prefix } = draft
  if (kind === 'none') return prefix === USUAL_PREFIX ? {} : { signature: { scheme: 'standard', prefix } }
  return { signature: { scheme: 'standard', prefix, second: secondOf(draft) } }
}

function secondOf({ kind, header, encoding, label, ...draft }: SignatureDraft): BodySignature | TimedSignature {
  const secret = draft.isSecretKept && draft.secret === '' ? MASK : draft.secret
  return isTimed(kind)
    ? { scheme: 'timed-hmac-sha256', header, secret }
    : { scheme: 'hmac-sha256', header, encoding, label, secret }
}
