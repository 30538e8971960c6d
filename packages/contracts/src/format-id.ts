/** An `_id` of any kind as a text: one of a plain object or an array as JSON, whatever its fields are called. */
export function formatId(id: unknown): string {
  return typeof id === 'object' && id !== null && isPlain(id) ? JSON.stringify(id) : String(id)
}

/** Whether a value is nobody's instance, so that what it calls `toString` is data. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null
}
