const MAX_DEPTH = 5

const read = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined

/** The protocol's error names and the client's class names in an error and in what caused it. */
function marksOf(error: unknown): string[] {
  const marks: unknown[] = []
  let current = error
  for (let depth = 0; depth < MAX_DEPTH && current; depth++) {
    marks.push(read(current, 'type'), read(current, 'name'))
    current = read(current, 'cause') ?? read(current, 'originalError')
  }
  return marks.filter(mark => typeof mark === 'string')
}

/** Whether the error, or what caused it, is one of these: names as in `REBALANCE_IN_PROGRESS` or `KafkaJSTimeout`. */
export function isKafkaError(error: unknown, ...names: readonly string[]): boolean {
  return marksOf(error).some(mark => names.includes(mark))
}

/** One line for an operator. An error of several says in its own message only that there are some. */
export function describeError(error: unknown): string {
  const message = String(read(error, 'message') ?? error)
  const several = read(error, 'errors')
  if (!Array.isArray(several)) return message
  const details = new Set(several.slice(0, MAX_DEPTH).map(one => String(read(one, 'message') ?? one)))
  return [message, [...details].join('; ')].filter(text => text !== '').join(': ')
}
