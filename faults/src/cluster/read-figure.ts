/** The sum of a metric over its labels, as the process shows it at this moment; undefined when it doesn't. */
export async function readFigure(adminUrl: string, metric: string): Promise<number | undefined> {
  const response = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  const lines = (await response?.text().catch(() => ''))?.split('\n') ?? []
  const values = lines
    .filter(line => line.startsWith(`${metric} `) || line.startsWith(`${metric}{`))
    .map(line => Number(line.slice(line.lastIndexOf(' '))))
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value)
}
