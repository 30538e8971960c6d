import type { ListedKey } from '../../api/admin/all-keys.ts'
import { exactTime } from '../../domain/times.ts'
import { keyName } from './key-row.tsx'

type LastUsedOfProps = { keys: readonly ListedKey[]; hidesUse: boolean }

/** Says which of some keys was used last, before they end. */
export function LastUsedOf({ keys, hidesUse }: LastUsedOfProps) {
  const used = keys.flatMap(key => (key.lastUsedAt ? { key, at: key.lastUsedAt.$date } : []))
  const last = used.toSorted((one, other) => other.at - one.at)[0]
  if (!last) return hidesUse ? 'When they were used last is hidden from you.' : 'None of them was ever used.'
  const { key, at } = last
  return (
    <>
      “{keyName(key)}”
      {key.user !== undefined && (
        <>
          {' '}
          of <bdi>{key.user}</bdi>
        </>
      )}{' '}
      was used last, on {exactTime(at)}.
    </>
  )
}
