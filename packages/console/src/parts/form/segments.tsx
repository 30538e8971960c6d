import styles from './segments.module.css'

export type SegmentChoice<T extends string> = { value: T; label: string; count?: number | undefined }

type SegmentsProps<T extends string> = {
  label: string
  segments: readonly SegmentChoice<T>[]
  value: T
  onChange(value: T): void
}

/** One of a few, of which all are seen. */
export function Segments<T extends string>({ label, segments, value, onChange }: SegmentsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a row in every browser.
    <div className={styles.segments} role="group" aria-label={label}>
      {segments.map(segment => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => segment.value !== value && onChange(segment.value)}
        >
          {segment.label}
          {segment.count !== undefined && <span className={styles.count}>{segment.count.toLocaleString()}</span>}
        </button>
      ))}
    </div>
  )
}
