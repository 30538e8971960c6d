/** Names that JavaScript, or the BSON library, would take for something else. */
const IMPOSSIBLE_NAMES: readonly string[] = ['__proto__', '_bsontype']

/** @returns what is wrong with a name that no document can have, wherever it comes from; undefined of any other */
export function fieldNameFault(name: string): string | undefined {
  if (name.includes('\0')) return 'A field name can not contain a NUL character.'
  return IMPOSSIBLE_NAMES.includes(name) ? `A field can not be called "${name}".` : undefined
}
