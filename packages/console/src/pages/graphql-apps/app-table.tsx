import { Link } from '@tanstack/react-router'
import { Copy, Trash2 } from 'lucide-react'
import { APPS_A_PAGE, type ShownApp } from '../../api/apps.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { appIdOf } from '../../domain/graphql/app-text.ts'
import { endpointOf } from '../../domain/graphql/endpoint.ts'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { Toggle } from '../../parts/form/toggle.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import { MenuButton } from '../../parts/menu-button.tsx'
import table from '../../parts/table.module.css'
import styles from './apps.module.css'
import { useAppSwitch } from './use-apps.ts'

type AppRowActions = { onDuplicate(app: ShownApp): void; onDelete(app: ShownApp): void }
type AppTableProps = AppRowActions & {
  apps: readonly ShownApp[]
  page: number
  total: number
  onPage(page: number): void
}

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** The apps, newest first. On a phone: its switch, what it is, and what can be done. */
export function AppTable({ apps, page, total, onPage, ...actions }: AppTableProps) {
  const body = useRows<HTMLTableSectionElement>([])
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className="hidden-text">GraphQL apps</caption>
        <thead>
          <tr>
            <th className={styles.switch}>
              <span className="hidden-text">Enabled</span>
            </th>
            <th>Name</th>
            <th className={table.medium}>Address</th>
            <th className={join(table.wide, styles.documents)}>Takes</th>
            <th className={styles.actions}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {apps.map(app => (
            <AppRow key={JSON.stringify(app._id)} app={app} {...actions} />
          ))}
        </tbody>
      </table>
      <Pager page={page} pageSize={APPS_A_PAGE} total={total} onPage={onPage} />
    </div>
  )
}

function AppRow({ app, ...actions }: AppRowActions & { app: ShownApp }) {
  const may = useLeaves()
  const flip = useAppSwitch()
  const id = appIdOf(app._id)
  const { name, description, enabled = true, documents, access } = app.descriptor
  const address = endpointOf(app)
  return (
    <tr data-row>
      <td className={styles.switch}>
        <Toggle
          label={`${name} enabled`}
          isBare
          isOn={enabled}
          disabled={!may('makeApps')}
          onChange={isOn => flip(app, isOn)}
        />
      </td>
      <td>
        {id === undefined ? (
          <span className={table.name}>{name}</span>
        ) : (
          <Link to="/graphql/app" search={{ id }} className={table.name} title={name}>
            {name}
          </Link>
        )}
        {description && (
          <span className={table.under} title={description}>
            {description}
          </span>
        )}
      </td>
      <td className={table.medium}>
        <span className={styles.address}>
          <code title={address}>{address}</code>
          <CopyButton text={`${location.origin}${address}`} what={`the address of ${name}`} isIcon />
        </span>
      </td>
      <td className={join(table.wide, 'quiet')}>
        {documents === 'trusted' ? 'Trusted documents' : 'Any query'}
        {access === 'collections' && <span className={table.under}>each collection judged</span>}
      </td>
      <td>
        <div className={table.actions}>{may('makeApps') && id !== undefined && <RowMenu app={app} {...actions} />}</div>
      </td>
    </tr>
  )
}

const RowMenu = ({ app, onDuplicate, onDelete }: AppRowActions & { app: ShownApp }) => (
  <MenuButton
    name={`More about ${app.descriptor.name}`}
    entries={[
      { label: 'Duplicate', icon: Copy, run: () => onDuplicate(app) },
      { label: 'Delete', icon: Trash2, isDanger: true, run: () => onDelete(app) },
    ]}
  />
)
