const MOST = 12

/** The names of the fields of a body that is JSON: of a list those of its first element. */
export function bodyFields(text: string): readonly string[] {
  const value = parsed(text)
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first !== 'object' || first === null) return []
  return Object.keys(first).slice(0, MOST)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
