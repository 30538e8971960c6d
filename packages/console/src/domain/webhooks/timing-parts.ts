type Timings = Readonly<
  Record<'renderMs' | 'dnsMs' | 'connectMs' | 'tlsMs' | 'firstByteMs', number | null> & { totalMs: number }
>

export type TimingPart = { label: string; kind: 'way' | 'wait' | 'rest'; ms: number }

/** The stages of a request with what each took; what can't be told from the others is the last one. */
export function timingParts({ renderMs, dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: Timings): TimingPart[] {
  const stages: [string, TimingPart['kind'], number | null][] = [
    ['Template', 'rest', renderMs],
    ['Address', 'way', dnsMs],
    ['Connect', 'way', connectMs],
    ['TLS', 'way', tlsMs],
    ['Waiting for the target', 'wait', firstByteMs],
  ]
  const told = stages.flatMap(([label, kind, ms]) => (ms === null ? [] : [{ label, kind, ms }]))
  const rest = totalMs - told.reduce((sum, { ms }) => sum + ms, 0)
  const last = told.length === 0 ? 'In all' : 'Rest'
  return rest > 0 ? [...told, { label: last, kind: 'rest', ms: rest }] : told
}
