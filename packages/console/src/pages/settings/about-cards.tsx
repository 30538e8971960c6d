import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { aboutApi, type ToldProcess } from '../../api/about.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { lackWords } from '../../domain/overview/overview-words.ts'
import { installation } from '../../look/installation.ts'
import { Badge } from '../../parts/badge.tsx'
import { Card, Fold } from '../../parts/card.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import styles from './settings.module.css'

const PROCESSES_EVERY_MS = 10_000

/** What runs here. The settings and processes are for whoever may see them. */
export function AboutCards() {
  const may = useLeaves()
  const canSee = may('seeAbout')
  const about = useQuery({ queryKey: ['about'], queryFn: aboutApi.about, enabled: canSee, retry: false })
  return (
    <>
      <Card title="About">
        <dl className={styles.facts}>
          <dt>Installation</dt>
          <dd>{installation.name}</dd>
          <dt>Version</dt>
          <dd>{installation.version}</dd>
          {about.data && <dt>Tier</dt>}
          {about.data && <dd>{about.data.service.tier}</dd>}
          {about.data && <dt>Default database</dt>}
          {about.data && <dd>{about.data.service.defaultDatabase}</dd>}
          <dt>Documentation</dt>
          <dd>
            <Link to="/manual">Manual</Link>, <a href="/docs">API</a>, <a href="/docs/errors">errors</a>
          </dd>
          <dt>Licences</dt>
          <dd>
            <a href={`/console/assets/licences.md?version=${installation.version}`} target="_blank" rel="noreferrer">
              What this console is made of
            </a>
          </dd>
        </dl>
        {about.isError && <ProblemPanel error={about.error} what="the settings" onRetry={() => void about.refetch()} />}
      </Card>
      {canSee && <Processes />}
      {about.data && <SettingList settings={about.data.settings} />}
    </>
  )
}

function Processes() {
  const processes = useQuery({
    queryKey: ['about', 'processes'],
    queryFn: aboutApi.processes,
    refetchInterval: PROCESSES_EVERY_MS,
    retry: false,
  })
  return (
    <Card title="Processes">
      {processes.isError && (
        <ProblemPanel error={processes.error} what="the processes" onRetry={() => void processes.refetch()} />
      )}
      <ul className={styles.processes}>
        {processes.data?.map(process => (
          <ProcessLine key={process.id} process={process} />
        ))}
      </ul>
    </Card>
  )
}

function ProcessLine({ process: { service, version, ready, missing, degraded } }: { process: ToldProcess }) {
  const lack = lackWords({ missing, degraded })
  return (
    <li>
      <b>{service}</b>
      <span className="quiet">{version}</span>
      {ready && degraded.length === 0 ? (
        <Badge look="ok" icon={CircleCheck} word="Ready" />
      ) : (
        <Badge look="warn" icon={TriangleAlert} word={ready ? 'Degraded' : 'Not ready'} />
      )}
      {lack && <span className="small">{lack}</span>}
    </li>
  )
}

function SettingList({ settings }: { settings: Readonly<Record<string, unknown>> }) {
  const all = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1))
  return (
    <Fold title="Settings of this gateway" gist={`${all.length} variables`}>
      <dl className={styles.variables}>
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="figures">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}
