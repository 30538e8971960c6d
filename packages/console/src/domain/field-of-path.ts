/**
 * The field of a form that a fault belongs to: the one with the longest name that the path begins with, part by part.
 * @param path dotted, as the API gives it: `email.to.0` @param fields the names of the form
 * @returns undefined where no field of the form is meant
 */
export function fieldOfPath(path: string, fields: readonly string[]): string | undefined {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.')
    if (fields.includes(name)) return name
  }
  return undefined
}
