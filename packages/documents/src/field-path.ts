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

/** Whether one of the two lies in the other. */
export const overlaps = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one)

export const joinPath = (outer: string, name: string): string => (outer ? `${outer}.${name}` : name)

/** Whether a text can name a field in a filter, a sort or a projection. */
export const isFieldPath = (path: string): boolean =>
  path.length <= 500 && path.split('.').every(name => name !== '' && !name.startsWith('$') && !name.includes('\0'))
