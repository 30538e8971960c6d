/** A dotted path without positions in arrays: `lines.0.price` is about the field `lines.price`. */
const fieldsOf = (path: string): string => {
  const names = path.split('.').filter(name => !/^\d+$/.test(name))
  return names.length > 0 ? names.join('.') : path
}

/** Whether `path` is `outer`, or lies inside it. */
export function isWithin(path: string, outer: string): boolean {
  const [inner, around] = [fieldsOf(path), fieldsOf(outer)]
  return inner === around || inner.startsWith(`${around}.`)
}

/**
 * Whether `path` is a field that a list shows, or lies inside it. Positions count where the listed name has numbers of
 * its own: who may see `years.2024` may not see `years.2023`.
 */
export function isShownBy(listed: string, path: string): boolean {
  const shown = asListed(path, listed)
  return shown === listed || shown.startsWith(`${listed}.`)
}

/** The same, or the other way round: something inside `path` is shown. */
export const isPartlyShownBy = (listed: string, path: string): boolean =>
  isShownBy(listed, path) || listed.startsWith(`${asListed(path, listed)}.`)

const asListed = (path: string, listed: string): string => (fieldsOf(listed) === listed ? fieldsOf(path) : path)

/** Whether one of the two lies in the other. */
export const overlaps = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one)

export const joinPath = (outer: string, name: string): string => (outer ? `${outer}.${name}` : name)

/** Whether a text can name a field in a filter, a sort or a projection. */
export const isFieldPath = (path: string): boolean =>
  path.length <= 500 && path.split('.').every(name => name !== '' && !name.startsWith('$') && !name.includes('\0'))
