import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import styles from './import.module.css'
import type { ImportState } from './run-import.ts'

/** More are in the report that can be saved. */
const MOST_SHOWN = 50

const WORDS: Readonly<Record<ImportState['kind'], string>> = {
  running: 'Reading',
  stopped: 'Stopped',
  failed: 'It has stopped',
  done: 'All of it is read',
}

type ImportReportProps = { state: ImportState; file: string }

/** How far an import has come, how many documents were written, and which lines were refused and why. */
export function ImportReportView({ state, file }: ImportReportProps) {
  const { kind, report, share, error } = state
  const { inserted, replaced, refused, refusedLines, line } = report
  return (
    <>
      {kind === 'failed' && (
        <FaultSummary
          title={`It has stopped behind line ${line.toLocaleString()}. What is before is stored; “Go on” sends the rest.`}
          error={error}
        />
      )}
      <div className={styles.progress}>
        <span role="status">
          {WORDS[kind]}: <bdi>{file}</bdi>
          {kind !== 'done' && `, ${Math.floor(share * 100)} %`}
        </span>
        <progress value={share} max={1} aria-label="Read of the file" />
      </div>
      <dl className={styles.counts}>
        <div>
          <dt>Written</dt>
          <dd>{inserted.toLocaleString()}</dd>
        </div>
        <div>
          <dt>Replaced</dt>
          <dd>{replaced.toLocaleString()}</dd>
        </div>
        <div>
          <dt>Refused</dt>
          <dd className={refused > 0 ? styles.refused : undefined}>{refused.toLocaleString()}</dd>
        </div>
      </dl>
      {refusedLines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <section className={styles.lines} aria-label="Refused lines" tabIndex={0}>
          <ul>
            {refusedLines.slice(0, MOST_SHOWN).map(({ line: at, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added behind the others, and one may stand there twice.
              <li key={index}>
                <span className="figures">Line {at.toLocaleString()}</span> {message}
              </li>
            ))}
          </ul>
          {refused > MOST_SHOWN && (
            <p className="small quiet">
              {(refused - MOST_SHOWN).toLocaleString()} more; the report that you can save has the first{' '}
              {refusedLines.length.toLocaleString()}.
            </p>
          )}
        </section>
      )}
    </>
  )
}
