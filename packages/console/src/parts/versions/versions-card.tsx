import { type ReactNode, useState } from 'react'
import { exactTime } from '../../domain/times.ts'
import { usePageKeys } from '../../state/page-keys.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { SelectField } from '../form/select-field.tsx'
import styles from './versions.module.css'

/** A version as a list of versions names it. */
type VersionLine = { version: number; at: { $date: number }; by: string | null }

type VersionsCardProps = {
  /** Newest first; there is one at least. */
  versions: readonly VersionLine[]
  canRestore: boolean
  beside?: ReactNode
  /** A further choice, beside those of the two versions. */
  choice?: ReactNode
  onRestore(version: number): void
  /** Shows how two versions differ. */
  children(before: number, after: number): ReactNode
}

const nameOf = ({ version, at, by }: VersionLine): string =>
  `${version} · ${exactTime(at.$date)} · ${by ?? 'nobody knows by whom'}`

/** Two versions that are chosen, side by side, and the way back to the older one. */
export function VersionsCard({ versions, canRestore, beside, choice, onRestore, children }: VersionsCardProps) {
  const newest = versions[0]?.version ?? 1
  const [before, setBefore] = useState(versions[1]?.version ?? newest)
  const [after, setAfter] = useState(newest)
  const isOlder = canRestore && before !== newest
  usePageKeys({ r: () => isOlder && onRestore(before) })
  const options = versions.map(line => ({ value: String(line.version), label: nameOf(line) }))
  return (
    <Card
      title="Versions"
      beside={beside}
      actions={
        isOlder && (
          <Button aria-keyshortcuts="r" onClick={() => onRestore(before)}>{`Restore version ${before}`}</Button>
        )
      }
    >
      <div className={styles.pickers}>
        <SelectField
          label="Before"
          options={options}
          value={String(before)}
          onChange={value => setBefore(Number(value))}
        />
        <SelectField
          label="After"
          options={options}
          value={String(after)}
          onChange={value => setAfter(Number(value))}
        />
        {choice}
      </div>
      {children(before, after)}
    </Card>
  )
}
