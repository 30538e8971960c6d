const SPANS: readonly [string, number][] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
]

/** A number of seconds: `45 s`, `36 min`, `1 h 30 min`. */
export function durationInWords(seconds: number): string {
  const found = SPANS.findIndex(([, size]) => seconds >= size)
  const [unit = '', size = 1] = SPANS[found] ?? []
  if (found < 0) return `${Math.round(seconds)} s`
  const whole = Math.floor(seconds / size)
  const [smaller, smallerSize] = SPANS[found + 1] ?? ['s', 1]
  const rest = Math.round((seconds - whole * size) / smallerSize)
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${smaller}`
}
