/** Shows what a scenario measured (ms), beside the report of the tests. */
export function showFigures(what: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  process.stderr.write(`${what}, ${values.length} times: p50 ${at(0.5)} ms, worst ${at(1)} ms\n`)
}
