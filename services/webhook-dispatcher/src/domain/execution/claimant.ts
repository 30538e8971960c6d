/** A claimant of deliveries: a name that outlives restarts, and the life of it that claims. */
export type ClaimantLife = { name: string; boot: string }

const SEPARATOR = '#'

/** What a claim, and a member of the consumer group, is marked with. */
export const toClaimantId = ({ name, boot }: ClaimantLife): string => `${name}${SEPARATOR}${boot}`

/** @returns undefined for what bears no boot: a claim by an older version */
export function readClaimantId(id: string): ClaimantLife | undefined {
  const at = id.lastIndexOf(SEPARATOR)
  return at > 0 ? { name: id.slice(0, at), boot: id.slice(at + 1) } : undefined
}

/** The mark of one claim on a waiting delivery: whose it is, and which. */
export const toClaimToken = (claimantId: string, claim: string): string => `${claimantId}/${claim}`

/** Returns the claimant whose claim a token marks. */
export const claimantOfToken = (token: string): string => token.slice(0, token.lastIndexOf('/'))

/** How often a claimant writes that it lives, in ms. */
export const BEAT_EVERY_MS = 3_000
/** After this long without a word, by the store's clock, another process may take its name and what it holds, in ms. */
export const SILENT_MS = 8_000
/**
 * A claimant whose last word is older than this asks the store before each send, in ms: by `SILENT_MS` somebody else may
 * have begun. The difference is room for clocks.
 */
export const CERTAIN_MS = 6_000
