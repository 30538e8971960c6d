import { Check, CircleSlash, TriangleAlert, X } from 'lucide-react'
import type { ToldProcess } from '../../api/about.ts'
import { behind, countOf, sizeWords } from '../../domain/overview/overview-words.ts'
import type { SeenProcess } from '../../domain/overview/seen-processes.ts'
import { clockTime, exactTime } from '../../domain/times.ts'
import { Badge } from '../../parts/badge.tsx'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import table from '../../parts/table.module.css'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

/** The processes of the installation: whether each is ready, and how far it is behind. */
export function ProcessesCard({ processes }: Pick<Overview, 'processes'>) {
  const services = new Set(processes.data?.map(({ process }) => process.service)).size
  return (
    <Card
      title="Processes"
      isFull
      actions={
        processes.data && (
          <span className="small quiet">
            {processes.data.length.toLocaleString()}, in {countOf(services, 'service')}
          </span>
        )
      }
    >
      <div className={styles.rowsPlace}>
        <Loaded query={processes} what="the processes">
          {seen => (
            <table className={`${table.table} ${styles.processes}`}>
              <caption className="hidden-text">Processes</caption>
              <thead>
                <tr>
                  <th>Process</th>
                  <th className={styles.state}>State</th>
                  <th className={styles.behind}>Behind</th>
                </tr>
              </thead>
              <tbody>
                {seen.map(each => (
                  <ProcessRow key={each.process.id} {...each} />
                ))}
              </tbody>
            </table>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function ProcessRow({ process, isGone }: SeenProcess<ToldProcess>) {
  const count = behind(process)
  const { spoolBytes } = process.figures
  return (
    <tr>
      <td title={`${process.service}, version ${process.version}, since ${exactTime(process.startedAt.$date)}`}>
        <code>{process.service}</code>
        <span className={table.under}>
          {process.host}
          {spoolBytes !== undefined && `, spool ${sizeWords(spoolBytes)}`}
        </span>
      </td>
      <td>
        <StateBadge process={process} isGone={isGone} />
        {isGone && <span className={table.under}>heard {clockTime(process.seenAt.$date)}</span>}
      </td>
      <td className={`figures ${styles.behind}`}>{count === undefined ? <NotMeasured /> : count.toLocaleString()}</td>
    </tr>
  )
}

const NotMeasured = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="hidden-text">not measured</span>
  </>
)

function StateBadge({ process: { ready, degraded }, isGone }: SeenProcess<ToldProcess>) {
  if (isGone) return <Badge look="bad" icon={CircleSlash} word="Gone" isBare />
  if (!ready) return <Badge look="bad" icon={X} word="Not ready" isBare />
  if (degraded.length > 0) return <Badge look="warn" icon={TriangleAlert} word="Degraded" isBare />
  return <Badge look="ok" icon={Check} word="Ready" isBare />
}
