import type { KeyDay } from '../../api/keys.ts'
import { lastDays } from '../../domain/key-usage.ts'
import { SparkLine } from '../spark-line.tsx'
import styles from './keys.module.css'

const DAYS = 30

const plural = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'request' : 'requests'}`

/** The use of a key by day: of the last month as bars, and of all days that are kept as a table. */
export function KeyDays({ days }: { days: readonly KeyDay[] }) {
  const bars = lastDays(days, Date.now(), DAYS)
  const total = bars.reduce((sum, requests) => sum + requests, 0)
  const says = total === 0 ? `No request in ${DAYS} days.` : `${plural(total)} in ${DAYS} days.`
  return (
    <div className={styles.use}>
      <SparkLine says={says} bars={bars.map(up => ({ up, down: 0 }))} isWide />
      <p className="small quiet">{says} The last seconds may be missing.</p>
      {days.length > 0 && (
        <details>
          <summary>By day</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
          <section className={styles.days} tabIndex={0} aria-label="Requests by day">
            <table>
              <thead>
                <tr>
                  <th>Day, UTC</th>
                  <th>Requests</th>
                </tr>
              </thead>
              <tbody>
                {days.toReversed().map(({ day, requests }) => (
                  <tr key={day}>
                    <td className="figures">{day}</td>
                    <td className="figures">{requests.toLocaleString()}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </div>
  )
}
