import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type OwnMailServer, webhookTools } from '../../api/webhook-tools.ts'
import {
  type MailServerDraft,
  mailServerDraft,
  mailServerWish,
  withoutPassword,
} from '../../domain/mail-server-draft.ts'
import type { TypedForm } from '../../domain/typed-form.ts'
import { showToast } from '../../parts/toast.tsx'
import type { KeptDraft } from '../../session/drafts.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { type ReadVersion, useVersionedForm } from '../../state/use-versioned-form.ts'
import { useWrite } from '../../state/use-write.ts'

export const MAIL_SERVER = ['mail', 'server']

/** The name under which the form is kept in the tab. */
export const MAIL_SERVER_PAGE = 'mail-server'

const readVersion = (own: OwnMailServer | null): ReadVersion<OwnMailServer | null> => ({
  value: own,
  version: own ? String(own.updatedAt.$date) : undefined,
})

/** The form of the own mail server, and its way to the service. @param own null where there is none */
export function useServerDraft(own: OwnMailServer | null) {
  const queryClient = useQueryClient()
  const typed = useVersionedForm({ read: readVersion(own), formOf: mailServerDraft })
  const { begun, form, isDirty, version } = typed
  const kept = useMemo(() => ({ begun, form: withoutPassword(form) }), [begun, form])
  useKeptDraft({ page: MAIL_SERVER_PAGE, isDirty, value: kept, etag: version })
  const goOn = (next: OwnMailServer | null, sent: MailServerDraft | undefined) => {
    queryClient.setQueryData(MAIL_SERVER, next)
    typed.settle(readVersion(next), sent)
  }
  const save = useWrite({
    mutationFn: (sent: MailServerDraft) => webhookTools.replaceMailServer(mailServerWish(sent)),
    // A password is not kept with what is known of the last call.
    gcTime: 0,
    onSuccess: (saved, sent) => {
      goOn(saved, sent)
      save.reset()
      showToast('The mail server was reached and is saved.')
    },
  })
  return {
    ...typed,
    save,
    saveNow: () => save.mutate(form),
    restore: ({ value, etag }: KeptDraft<TypedForm<MailServerDraft>>) => typed.restore(value, etag),
    takeTheirs: () => typed.catchUp(mailServerDraft(own)),
    /** Goes on without a server, once it is removed: what is being typed stays. */
    settleRemoved: () => goOn(null, isDirty ? undefined : form),
  }
}

export type ServerDraft = ReturnType<typeof useServerDraft>
