const SAID = 2

/** The webhooks that a request has fired, by their names where these are known: `Feed, Partner and 3 more`. */
export function matchedWords(ids: readonly string[], names: ReadonlyMap<string, string>): string {
  if (ids.length === 0) return 'none'
  const known = ids.map(id => names.get(id) ?? id)
  const more = known.length - SAID
  return more > 0 ? `${known.slice(0, SAID).join(', ')} and ${more.toLocaleString()} more` : known.join(', ')
}
