/** What a process shows of itself at this moment; 0 where it shows nothing of the name. */
export async function readGauge(adminUrl: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
  return Number(new RegExp(`^${name}\\S* (\\d+)`, 'm').exec(metrics)?.[1] ?? 0)
}
