import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { changeOf, formOf, type SettingsForm, settingsOver } from '../../domain/graphql/app-settings.ts'
import type { TypedForm } from '../../domain/typed-form.ts'
import { problemOf } from '../../http/problem.ts'
import { showToast } from '../../parts/toast.tsx'
import type { KeptDraft } from '../../session/drafts.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { useVersionedForm } from '../../state/use-versioned-form.ts'
import { useWrite } from '../../state/use-write.ts'
import type { ReadApp } from './use-app-draft.ts'

type AppSettingsOptions = ReadApp & {
  id: string
  /** The name under which the form is kept in the tab. */
  page: string
}

const CHANGED_MEANWHILE = 412
const settingsOf = ({ descriptor }: ShownApp): SettingsForm => formOf(descriptor)

/** The settings of an app that are being typed, and their way to the service. They outlive the view that shows them. */
export function useAppSettings({ id, app, etag, page }: AppSettingsOptions) {
  const queryClient = useQueryClient()
  const typed = useVersionedForm({ read: { value: app, version: etag }, formOf: settingsOf })
  const { form, begun, version, isDirty, isBehind } = typed
  const kept: TypedForm<SettingsForm> = useMemo(() => ({ begun, form }), [begun, form])
  useKeptDraft({ page, isDirty, value: kept, etag: version })
  const save = useWrite({
    mutationFn: (sent: SettingsForm) => appsApi.update(id, { descriptor: changeOf(begun, sent) }, version),
    onSuccess: (reply, sent) => {
      typed.settle({ value: reply.value, version: reply.etag }, sent)
      queryClient.setQueryData(['apps', 'one', id], reply)
      showToast(`The settings of “${sent.name}” are saved, and in force.`)
      return queryClient.invalidateQueries({ queryKey: ['apps'] })
    },
    onError: error => {
      // The newer version is read, and told of by a bar.
      if (problemOf(error).status === CHANGED_MEANWHILE) void queryClient.invalidateQueries({ queryKey: ['apps'] })
    },
  })
  const isConflict = save.isError && problemOf(save.error).status === CHANGED_MEANWHILE
  const goOn = (next: SettingsForm) => {
    typed.catchUp(next)
    save.reset()
  }
  return {
    /** Under this name the form is kept in the tab. */
    page,
    /** What would be sent, and of which version. */
    id,
    version,
    wish: changeOf(begun, form),
    form,
    isDirty,
    /** Somebody has saved other settings since these were read. */
    isBehind,
    save,
    refusal: save.isError && !(isConflict && isBehind) ? save.error : undefined,
    change: typed.change,
    restore: ({ value, etag: typedOver }: KeptDraft<TypedForm<SettingsForm>>) => typed.restore(value, typedOver),
    saveNow: () => isDirty && save.mutate(form),
    takeTheirs: () => goOn(settingsOf(app)),
    keepMine: () => goOn(settingsOver(settingsOf(app), kept)),
  }
}

export type AppSettings = ReturnType<typeof useAppSettings>
