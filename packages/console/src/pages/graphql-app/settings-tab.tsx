import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { sortFaults } from '../../domain/form-faults.ts'
import { APP_LIMITS, changeOf, formOf, type SettingsForm } from '../../domain/graphql/app-settings.ts'
import { problemOf } from '../../http/problem.ts'
import { Button } from '../../parts/button.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './app.module.css'
import { IdentityCard, LimitsCard, TakenCard } from './settings-cards.tsx'

type SettingsTabProps = { id: string; app: ShownApp; etag: string | undefined; canChange: boolean }

const FORM = 'app-settings'
const FIELDS = ['name', 'description', 'uri', ...APP_LIMITS.map(({ name }) => `limits.${name}`)].map(
  name => `descriptor.${name}`,
)

/** The settings of an app, beside its schema and mappings. */
export function SettingsTab({ id, app, etag, canChange }: SettingsTabProps) {
  const queryClient = useQueryClient()
  const saved = useMemo(() => formOf(app.descriptor), [app])
  const [form, setForm] = useState(saved)
  const change = changeOf(saved, form)
  const isDirty = Object.keys(change).length > 0
  const save = useMutation({
    mutationFn: () => appsApi.update(id, { descriptor: change }, etag),
    onSuccess: reply => {
      queryClient.setQueryData(['apps', 'one', id], reply)
      showToast(`The settings of “${form.name}” are saved, and in force.`)
      return queryClient.invalidateQueries({ queryKey: ['apps'] })
    },
  })
  const faults = sortFaults(save.isError ? problemOf(save.error) : {}, FIELDS)
  const set = (next: Partial<SettingsForm>) => setForm(old => Object.assign({}, old, next))
  const faultOf = (name: string) => faults.byField[`descriptor.${name}`]
  const part = { form, canChange, set, faultOf }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty && !save.isPending) save.mutate()
  }
  return (
    <>
      {save.isError && (
        <FaultSummary title="The settings are as they were." error={save.error} others={faults.others} />
      )}
      <form id={FORM} onSubmit={submit}>
        <fieldset className={styles.settings} disabled={!canChange}>
          <IdentityCard {...part} />
          <TakenCard {...part} />
          <LimitsCard {...part} />
        </fieldset>
      </form>
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
