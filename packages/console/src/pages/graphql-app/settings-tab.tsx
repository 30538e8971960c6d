import type { FormEvent } from 'react'
import { useSystemPath } from '../../api/service-facts.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { APP_LIMITS } from '../../domain/graphql/app-settings.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { AsRequest } from '../../parts/export/as-request.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import styles from './app.module.css'
import { IdentityCard, LimitsCard, TakenCard } from './settings-cards.tsx'
import type { AppSettings } from './use-app-settings.ts'

type SettingsTabProps = { settings: AppSettings; canChange: boolean }

const FORM = 'app-settings'
const FIELDS = ['name', 'description', 'uri', ...APP_LIMITS.map(({ name }) => `limits.${name}`)].map(
  name => `descriptor.${name}`,
)

/** The settings of an app, beside its schema and mappings. */
export function SettingsTab({ settings, canChange }: SettingsTabProps) {
  const { form, isDirty, save, refusal } = settings
  const faults = sortFaults(refusal ? problemOf(refusal) : {}, FIELDS)
  const faultOf = (name: string) => faults.byField[`descriptor.${name}`]
  const part = { form, canChange, set: settings.change, faultOf }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    settings.saveNow()
  }
  return (
    <>
      {refusal && <FaultSummary title="The settings are as they were." error={refusal} others={faults.others} />}
      <form id={FORM} onSubmit={submit}>
        <fieldset className={styles.settings} disabled={!canChange}>
          <IdentityCard {...part} />
          <TakenCard {...part} />
          <LimitsCard {...part} />
        </fieldset>
      </form>
      <SettingsAsRequest settings={settings} />
      {canChange && (
        <div className={styles.tools}>
          <span className="small quiet" role="status">
            {isDirty ? 'Not saved yet.' : 'All is saved.'}
          </span>
          <span className={styles.grow} />
          <Button type="submit" form={FORM} isBusy={save.isPending} disabled={!isDirty}>
            Save settings
          </Button>
        </div>
      )}
    </>
  )
}

function SettingsAsRequest({ settings: { id, version, wish } }: { settings: AppSettings }) {
  const apps = useSystemPath('gql-apps')
  const body = Object.keys(wish).length === 0 ? {} : { descriptor: wish }
  return <AsRequest method="PATCH" path={`${apps}/${encodeURIComponent(id)}`} etag={version} body={body} />
}
