export const HOOK_STATES = ['disabled', 'failing', 'held-back', 'idle', 'broad', 'healthy'] as const
type SearchedState = (typeof HOOK_STATES)[number]
export const HOOK_TYPES = ['http', 'email'] as const
type SearchedType = (typeof HOOK_TYPES)[number]

type Raw = Readonly<Record<string, unknown>>

/** What of the list of webhooks is shown; it stands in the address. */
export type WebhookSearch = { q?: string; type?: SearchedType; state?: SearchedState; page?: number }

const LONGEST = 200

/** A text of an address; numbers and flags that somebody has typed are texts too. */
export function textOf(value: unknown): string | undefined {
  const text =
    typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
  return text === '' ? undefined : text.slice(0, LONGEST)
}

export const pageOf = (value: unknown): number | undefined => {
  const page = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined
}

/** Reads the address: what is no value of a parameter is left out. */
export function readWebhookSearch(raw: Raw): WebhookSearch {
  const q = textOf(raw.q)
  const type = HOOK_TYPES.find(each => each === raw.type)
  const state = HOOK_STATES.find(each => each === raw.state)
  const page = pageOf(raw.page)
  return { ...(q && { q }), ...(type && { type }), ...(state && { state }), ...(page && { page }) }
}
