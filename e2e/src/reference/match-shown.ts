const NAME = /<([a-z]+)>/g
const ANYTHING = '…'

/** What answers have given for the names of a page: `<key>` and its like. */
export type NamedValues = {
  set(name: string, value: string): void
  /** Puts the values that are known in place of their names. */
  fill(text: string): string
  /**
   * Compares a value with what a page shows of it, and learns the values of its new names. An object may have more fields
   * than are shown; a list may have more elements where the last one shown is `"…"`; `"…"` stands for any value.
   * @returns the places that differ
   */
  differences(shown: unknown, actual: unknown, path: string): string[]
}

export function createNamedValues(): NamedValues {
  const values = new Map<string, string>()
  const fill = (text: string) => text.replaceAll(NAME, (whole, name: string) => values.get(name) ?? whole)

  function differences(shown: unknown, actual: unknown, path: string): string[] {
    if (typeof shown === 'string') return differencesOfText(shown, actual, path)
    if (Array.isArray(shown)) return differencesOfList(shown, actual, path)
    if (!isObject(shown)) return Object.is(shown, actual) ? [] : [describe(path, shown, actual)]
    if (!isObject(actual)) return [describe(path, shown, actual)]
    return Object.entries(shown).flatMap(([key, value]) => differences(value, actual[key], `${path}.${key}`))
  }

  function differencesOfText(shown: string, actual: unknown, path: string): string[] {
    if (shown === ANYTHING) return actual === undefined ? [describe(path, shown, actual)] : []
    const match = typeof actual === 'string' ? new RegExp(`^${patternOf(shown)}$`, 's').exec(actual) : null
    if (!match) return [describe(path, fill(shown), actual)]
    for (const [name, value] of Object.entries(match.groups ?? {})) values.set(name, value)
    return []
  }

  /** Splitting at the names leaves them at the odd places. */
  const patternOf = (shown: string) =>
    shown
      .split(ANYTHING)
      .map(part => part.split(NAME).map((piece, index) => (index % 2 === 0 ? quote(piece) : pieceOf(piece))))
      .map(pieces => pieces.join(''))
      .join('.*')

  const pieceOf = (name: string) => {
    const known = values.get(name)
    return known === undefined ? `(?<${name}>.+?)` : quote(known)
  }

  function differencesOfList(shown: unknown[], actual: unknown, path: string): string[] {
    const isOpen = shown.at(-1) === ANYTHING
    const wanted = isOpen ? shown.slice(0, -1) : shown
    if (!Array.isArray(actual) || actual.length < wanted.length || (!isOpen && actual.length > wanted.length)) {
      return [describe(path, shown, actual)]
    }
    return wanted.flatMap((value, index) => differences(value, actual[index], `${path}.${index}`))
  }

  return { set: (name, value) => void values.set(name, value), fill, differences }
}

const quote = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const describe = (path: string, shown: unknown, actual: unknown): string =>
  `${path}: the page shows ${JSON.stringify(shown)}, Sluice said ${JSON.stringify(actual)}`
