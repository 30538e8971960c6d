import type { IndexPlace } from '../index-key.ts'
import type { Predicate } from '../predicate.ts'
import { planFiling } from './index-keys.ts'

/** Stands in the place of a variable. */
const ANY_SEGMENT = '1'

/**
 * Requests for which an expression may be true, as far as path and method decide: for samples. Never empty; without a
 * method any will do.
 */
export function likelyRequests({ root }: Predicate): readonly { path: string; method?: string }[] {
  const { keys } = planFiling(root, new Map())
  const likely = (keys ?? []).flatMap(({ place, methods }) => {
    const path = pathAt(place)
    return methods ? [...methods].map(method => ({ path, method })) : [{ path }]
  })
  return likely.length > 0 ? likely : [{ path: pathAt({ kind: 'anywhere' }) }]
}

function pathAt(place: IndexPlace): string {
  switch (place.kind) {
    case 'anywhere':
      return '/example'
    case 'path':
      return place.path
    case 'template':
      return `/${place.segments.map(segment => segment ?? ANY_SEGMENT).join('/')}`
    case 'suffix':
      return place.text.startsWith('/') ? `/example${place.text}` : `/example/${ANY_SEGMENT}${place.text}`
  }
}
