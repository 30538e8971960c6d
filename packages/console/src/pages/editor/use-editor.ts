import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Hook, type HookFields, type MadeHook, webhooksApi } from '../../api/webhooks.ts'
import type { FormFaults } from '../../domain/form-faults.ts'
import { documentOf, draftOf, type HookDraft } from '../../domain/hook-form/hook-draft.ts'
import { hookFaults } from '../../domain/hook-form/hook-faults.ts'
import { problemOf } from '../../http/problem.ts'
import { dropDraft, type KeptDraft } from '../../session/drafts.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { useWrite } from '../../state/use-write.ts'

/** The webhook as it was read, with its ETag; undefined of one that is new. */
export type EditorBase = { hook: Hook; etag: string | undefined }

type EditorOptions = { base: EditorBase | undefined; start: HookDraft; page: string; onMade(hook: MadeHook): void }

const NO_FAULTS: FormFaults = { byField: {}, others: [] }
const CHANGED_MEANWHILE = 412

/** A webhook that is being typed: what differs from the saved one, what the server says of it, and its way there. */
export function useEditor({ base: read, start, page, onMade }: EditorOptions) {
  const queryClient = useQueryClient()
  const text = useTyped({ read, start, page })
  const { base, draft, isNewer, isDirty, take } = text
  const [theirs, setTheirs] = useState<EditorBase>()
  const taken = (next: EditorBase, sent?: HookDraft) => {
    take(next, sent)
    setTheirs(undefined)
    queryClient.setQueryData(['webhooks', 'one', next.hook._id], {
      value: next.hook,
      etag: next.etag,
      total: undefined,
    })
  }
  const save = useWrite({
    mutationFn: ({ sent, etag }: SaveWish) => store(base, documentOf(sent), etag),
    onSuccess: (outcome, { sent }) => {
      if (outcome.kind === 'changed') taken(outcome, sent)
      else {
        text.settle()
        dropDraft(page)
        onMade(outcome.hook)
      }
      return queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    },
    onError: async error => {
      if (!base || problemOf(error).status !== CHANGED_MEANWHILE) return
      const { value, etag } = await webhooksApi.show(base.hook._id)
      setTheirs({ hook: value, etag })
    },
    // The answer to a new one has its secret, which is kept nowhere.
    gcTime: 0,
  })
  const send = (etag: string | undefined) => !save.isPending && save.mutate({ sent: draft, etag })
  const isConflict = save.isError && problemOf(save.error).status === CHANGED_MEANWHILE
  return {
    draft,
    base,
    isDirty,
    theirs,
    /** Another version was saved while this one is being changed. */
    newer: isNewer && isDirty ? read : undefined,
    compare: setTheirs,
    save,
    faults: save.isError && !isConflict ? hookFaults(problemOf(save.error), save.variables.sent) : NO_FAULTS,
    change: text.change,
    restore({ value, etag }: KeptDraft<HookDraft>) {
      text.replace(value)
      if (base && etag !== base.etag) setTheirs(base)
    },
    saveNow: () => send(base?.etag),
    takeTheirs: () => theirs && taken(theirs),
    writeOver: () => send(theirs?.etag),
    editOn: () => setTheirs(undefined),
  }
}

type TypedOptions = { read: EditorBase | undefined; start: HookDraft; page: string }

/** The text of the form beside what is saved. Where nothing is typed, another version takes its place by itself. */
function useTyped({ read, start, page }: TypedOptions) {
  const [base, setBase] = useState(read)
  const [saved, setSaved] = useState(start)
  const [draft, setDraft] = useState(start)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const isNewer = base !== undefined && (read?.hook.version ?? 0) > base.hook.version
  /** What was typed since a text was sent stays. */
  const take = useCallback((next: EditorBase, sent?: HookDraft) => {
    const form = draftOf(next.hook)
    setBase(next)
    setSaved(form)
    setDraft(now => (sent === undefined || now === sent ? form : now))
  }, [])
  useEffect(() => {
    if (isNewer && !isDirty && read) take(read)
  }, [isNewer, isDirty, read, take])
  const value = useMemo(() => withoutSecrets(draft), [draft])
  useKeptDraft({ page, isDirty, value, etag: base?.etag })
  return {
    base,
    draft,
    isDirty,
    isNewer,
    take,
    /** What was typed is what is saved now. */
    settle: () => setSaved(draft),
    change: (next: Partial<HookDraft>) => setDraft(old => Object.assign({}, old, next)),
    replace: setDraft,
  }
}

/** What may be kept in the tab: values of headers may be secrets, and the second one of a signature is. */
function withoutSecrets(draft: HookDraft): HookDraft {
  const headers = draft.headers.map(({ key, name, isKept }) => ({ key, name, isKept, value: '' }))
  const signature = Object.assign({}, draft.signature, { secret: '' })
  return Object.assign({}, draft, { headers, signature })
}

type SaveWish = { sent: HookDraft; etag: string | undefined }
type StoreOutcome = ({ kind: 'changed' } & EditorBase) | { kind: 'made'; hook: MadeHook }

async function store(
  base: EditorBase | undefined,
  document: HookFields,
  etag: string | undefined,
): Promise<StoreOutcome> {
  if (!base) return { kind: 'made', hook: await webhooksApi.create(document) }
  const { value, etag: next } = await webhooksApi.replace(base.hook._id, document, etag)
  return { kind: 'changed', hook: value, etag: next }
}

export type WebhookEditor = ReturnType<typeof useEditor>
export type EditorPartProps = { editor: WebhookEditor }
