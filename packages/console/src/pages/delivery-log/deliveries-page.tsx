import { getRouteApi, Link } from '@tanstack/react-router'
import type { LogChange } from '../../domain/webhooks/log-search.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/form/select-field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { useWebhooksPlugin } from '../../parts/webhook/plugin-badge.tsx'
import { useWebhookNames } from '../../parts/webhook/use-webhook-names.ts'
import { LogFilters } from './log-filters.tsx'
import { LogView } from './log-view.tsx'
import { useStatusCounts } from './use-log.ts'

const route = getRouteApi('/deliveries')

/** The logs of all webhooks together: what was delivered, failed, or waits. */
export function DeliveriesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isOn = useWebhooksPlugin()
  const names = useWebhookNames()
  const { status, webhook, ...rest } = search
  const counts = useStatusCounts(webhook, rest)
  const change = (next: LogChange & { webhook?: string | undefined }) =>
    void navigate({ search: old => ({ ...old, ...next }), replace: true })
  const chosen = webhook === undefined ? undefined : { id: webhook, name: names.get(webhook) ?? webhook }
  const isFiltered = Object.keys(search).length > 0
  const options = [
    { value: '', label: 'All' },
    ...[...names]
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  ]
  return (
    <>
      <PageHead title="Deliveries" />
      <LogFilters search={search} hasSkipped={false} counts={counts} onChange={change}>
        <SelectField
          label="Webhook"
          isInline
          options={options}
          value={webhook ?? ''}
          onChange={value => change({ webhook: value || undefined })}
        />
      </LogFilters>
      <LogView
        scope={{ webhook: undefined }}
        filter={{ ...rest, webhook, ...(status && { status: [status] }) }}
        search={search}
        onChange={change}
        webhook={chosen}
        names={names}
        empty={
          <NoDeliveries
            isOff={isOn === false}
            onClear={isFiltered ? () => void navigate({ search: {}, replace: true }) : undefined}
          />
        }
      />
    </>
  )
}

/** Why nothing is there, and what to do about it. */
function NoDeliveries({ isOff, onClear }: { isOff: boolean; onClear: (() => void) | undefined }) {
  if (isOff) {
    return (
      <Empty title="Webhooks are switched off" text="Nothing is delivered until an owner enables them.">
        <Link to="/webhooks">Go to the webhooks</Link>
      </Empty>
    )
  }
  if (onClear) {
    return (
      <Empty title="No delivery matches" text="None of this webhook, status, time and text was delivered or tried.">
        <Button onClick={onClear}>Show all deliveries</Button>
      </Empty>
    )
  }
  return (
    <Empty
      title="Nothing was delivered yet"
      text="No webhook has matched a request. The log of each webhook says why it skipped the last one."
    >
      <Link to="/webhooks">Go to the webhooks</Link>
    </Empty>
  )
}
