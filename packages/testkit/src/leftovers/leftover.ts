/** Something that a Sluice has written down, sent or said, and where. */
export type Leftover = {
  kind: 'store' | 'bus' | 'signals' | 'spool' | 'logs' | 'metrics' | 'traces'
  where: string
  bytes: Buffer
}
