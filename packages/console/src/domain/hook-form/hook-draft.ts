import {
  MASK,
  newSignatureDraft,
  type SignatureDraft,
  type SignatureFields,
  signatureDraftOf,
  signatureOf,
} from './signature-draft.ts'

/** A header in the form; one that is kept stands there masked, and is replaced only when something is typed. */
export type HeaderDraft = { key: number; name: string; value: string; isKept: boolean }

/** A webhook as it is typed: what the server judges as a number is still a text. */
export type HookDraft = {
  type: 'http' | 'email'
  name: string
  condition: string
  enabled: boolean
  maxPerMinute: string
  isRetried: boolean
  attempts: string
  schedule: string
  isSwitchedOff: boolean
  failures: string
  days: string
  contact: string
  url: string
  timeoutMs: string
  headers: readonly HeaderDraft[]
  signature: SignatureDraft
  isTemplated: boolean
  template: string
  to: string
  cc: string
  subject: string
  bodyType: 'json' | 'html'
  bodyTemplate: string
}

type CommonDocument = {
  name: string
  condition: string
  enabled: boolean
  maxPerMinute: number
  retry?: { attempts: number; schedule: readonly number[] }
  disableAfter?: { failures: number; days: number }
  contact?: readonly string[]
}
type HttpDocument = CommonDocument & {
  type: 'http'
  url: string
  timeout_ms: number
  headers: Readonly<Record<string, string>>
  transform: { enabled: boolean; template: string }
  signature?: SignatureFields
}
type MailDocument = CommonDocument & {
  type: 'email'
  email: {
    to: readonly string[]
    cc: readonly string[]
    subject: string
    bodyType: 'json' | 'html'
    bodyTemplate: string
  }
}
type HookDocument = HttpDocument | MailDocument

export const newDraft = (type: 'http' | 'email'): HookDraft => ({
  type,
  name: '',
  condition: '',
  enabled: true,
  maxPerMinute: '6000',
  isRetried: false,
  attempts: '5',
  schedule: '10, 60, 300, 1800',
  isSwitchedOff: false,
  failures: '100',
  days: '5',
  contact: '',
  url: '',
  timeoutMs: '5000',
  headers: [],
  signature: newSignatureDraft(),
  isTemplated: false,
  template: '',
  to: '',
  cc: '',
  subject: '',
  bodyType: 'json',
  bodyTemplate: '',
})

/** Whether a value that was kept has all parts of a form. */
export const isHookDraft = (value: unknown): value is HookDraft =>
  typeof value === 'object' && value !== null && Object.keys(newDraft('http')).every(name => name in value)

/** The form of a webhook that is there. */
export function draftOf(hook: HookDocument): HookDraft {
  const start = { ...newDraft(hook.type), ...commonDraftOf(hook) }
  if (hook.type === 'email') {
    const { to, cc, ...mail } = hook.email
    return { ...start, ...mail, to: to.join('\n'), cc: cc.join('\n') }
  }
  return {
    ...start,
    url: hook.url,
    timeoutMs: String(hook.timeout_ms),
    headers: Object.entries(hook.headers).map(([header, value], key) => ({
      key,
      name: header,
      value: value === MASK ? '' : value,
      isKept: value === MASK,
    })),
    signature: signatureDraftOf(hook.signature),
    isTemplated: hook.transform.enabled,
    template: hook.transform.template,
  }
}

function commonDraftOf(hook: CommonDocument): Partial<HookDraft> {
  const { name, condition, enabled, maxPerMinute, retry, disableAfter, contact } = hook
  return {
    name,
    condition,
    enabled,
    maxPerMinute: String(maxPerMinute),
    isRetried: retry !== undefined,
    ...(retry && { attempts: String(retry.attempts), schedule: retry.schedule.join(', ') }),
    isSwitchedOff: disableAfter !== undefined,
    ...(disableAfter && { failures: String(disableAfter.failures), days: String(disableAfter.days) }),
    ...(contact && { contact: contact.join('\n') }),
  }
}

/** The document that a form stands for. What is no number is sent as it was typed, so that the server says what is wrong. */
export function documentOf(draft: HookDraft): HookDocument {
  const { type, name, condition, enabled, maxPerMinute } = draft
  const common = {
    name,
    condition,
    enabled,
    maxPerMinute: numberOf(maxPerMinute),
    ...retryOf(draft),
    ...ownerOf(draft),
  }
  if (type === 'email') {
    const { to, cc, subject, bodyType, bodyTemplate } = draft
    return { ...common, type, email: { to: addressesIn(to), cc: addressesIn(cc), subject, bodyType, bodyTemplate } }
  }
  const { url, timeoutMs, headers, isTemplated, template, signature } = draft
  const sent = headers.filter(header => header.name !== '' || header.value !== '')
  return {
    ...common,
    type,
    url,
    timeout_ms: numberOf(timeoutMs),
    headers: Object.fromEntries(sent.map(header => [header.name, headerValue(header)])),
    transform: { enabled: isTemplated, template },
    ...signatureOf(signature),
  }
}

const headerValue = ({ value, isKept }: HeaderDraft): string => (isKept && value === '' ? MASK : value)

function retryOf({ isRetried, attempts, schedule }: HookDraft): Pick<CommonDocument, 'retry'> {
  if (!isRetried) return {}
  return { retry: { attempts: numberOf(attempts), schedule: partsOf(schedule).map(numberOf) } }
}

function ownerOf(draft: HookDraft): Pick<CommonDocument, 'disableAfter' | 'contact'> {
  const { isSwitchedOff, failures, days } = draft
  const contact = addressesIn(draft.contact)
  return {
    ...(isSwitchedOff && { disableAfter: { failures: numberOf(failures), days: numberOf(days) } }),
    ...(contact.length > 0 && { contact }),
  }
}

/** Addresses one below the other, or with commas, semicolons or blanks between, as they are pasted. */
export const addressesIn = (text: string): readonly string[] => partsOf(text)

/** The values of a field that takes several. */
export const partsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(part => part !== '')

/** NaN becomes null in JSON, which the server refuses at its field. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** When the attempts of a delivery are made, from the first one on, in seconds; undefined where that is not right yet. */
export function attemptTimes({ isRetried, attempts, schedule }: HookDraft): readonly number[] | undefined {
  if (!isRetried) return [0]
  const count = numberOf(attempts)
  const pauses = partsOf(schedule).map(numberOf)
  const last = pauses.at(-1)
  const isRight = Number.isInteger(count) && count >= 2 && count <= 20 && last !== undefined
  if (!isRight || pauses.some(pause => !(pause > 0))) return undefined
  let at = 0
  return Array.from({ length: count }, (_, attempt) => {
    if (attempt > 0) at += pauses[attempt - 1] ?? last
    return at
  })
}
