import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { type AppTexts, type PlacedFault, placeFaults } from '../../domain/graphql/app-faults.ts'
import { readMappings, textsOf } from '../../domain/graphql/app-text.ts'
import { problemOf } from '../../http/problem.ts'
import type { KeptDraft } from '../../session/drafts.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { useDebounced } from '../../state/use-debounced.ts'
import { useWrite } from '../../state/use-write.ts'

/** An app as it was read, with the ETag of that moment. */
export type ReadApp = { app: ShownApp; etag: string | undefined }

type SaveWish = { sent: AppTexts; mappings: unknown; condition: string | undefined }
type AppDraftOptions = ReadApp & { id: string; page: string }

const JUDGE_AFTER_MS = 400
const CHANGED_MEANWHILE = 412
const isConflictOf = (error: unknown) => problemOf(error).status === CHANGED_MEANWHILE
const sameTexts = (one: AppTexts, other: AppTexts) => one.schema === other.schema && one.mappings === other.mappings

/** The schema and mappings that are being typed: what is wrong with them, and their way to the service. */
export function useAppDraft({ id, app, etag, page }: AppDraftOptions) {
  const queryClient = useQueryClient()
  const [base, setBase] = useState<ReadApp>({ app, etag })
  const [texts, setTexts] = useState(() => textsOf(app))
  const [theirs, setTheirs] = useState<ReadApp>()
  const [isHeld, setIsHeld] = useState(false)
  const saved = useMemo(() => textsOf(base.app), [base])
  const isDirty = !sameTexts(texts, saved)
  const faults = useFaults(base.app, texts)
  useKeptDraft({ page, isDirty, value: texts, etag: base.etag })

  // What changes beside the texts, such as the settings, is no conflict with them.
  const isOnlyBeside = etag !== base.etag && sameTexts(textsOf(app), saved)
  useEffect(() => {
    if (isOnlyBeside) setBase({ app, etag })
  }, [isOnlyBeside, app, etag])

  /** What was typed since texts were sent stays. */
  const taken = (next: ReadApp, sent?: AppTexts) => {
    setBase(next)
    setTexts(now => (sent === undefined || now === sent ? textsOf(next.app) : now))
    setTheirs(undefined)
    queryClient.setQueryData(['apps', 'one', id], { value: next.app, etag: next.etag, total: undefined })
  }
  const save = useWrite({
    mutationFn: ({ sent, mappings, condition }: SaveWish) =>
      appsApi.update(id, { schema: sent.schema, mappings }, condition),
    onSuccess: (reply, { sent }) => {
      taken({ app: reply.value, etag: reply.etag }, sent)
      return queryClient.invalidateQueries({ queryKey: ['apps'] })
    },
    onError: async error => {
      if (isConflictOf(error)) setTheirs(await readApp(id))
    },
  })
  /** Nothing is sent while the mappings are no JSON. */
  const store = (condition: string | undefined) => {
    const read = readMappings(texts.mappings)
    setIsHeld(read.kind === 'unreadable')
    if (read.kind === 'read' && !save.isPending) save.mutate({ sent: texts, mappings: read.mappings, condition })
  }
  return {
    id,
    /** Under this name what is typed is kept in the tab. */
    page,
    texts,
    base,
    isDirty,
    /** Somebody has saved other texts since these were read. */
    isBehind: etag !== base.etag && !isOnlyBeside,
    theirs,
    save,
    /** It was not sent, as the mappings could not be read. */
    isHeld: isHeld && readMappings(texts.mappings).kind === 'unreadable',
    refusal: save.isError && !isConflictOf(save.error) ? save.error : undefined,
    ...faults,
    change: (next: Partial<AppTexts>) => setTexts(old => Object.assign({}, old, next)),
    restore({ value, etag: typedOver }: KeptDraft<AppTexts>) {
      setTexts(value)
      if (typedOver !== base.etag) setTheirs({ app, etag })
    },
    saveNow: () => store(base.etag),
    compare: () => setTheirs({ app, etag }),
    takeTheirs: () => taken(theirs ?? { app, etag }),
    writeOver: () => store(theirs?.etag),
    editOn: () => setTheirs(undefined),
  }
}

export type AppDraft = ReturnType<typeof useAppDraft>

async function readApp(id: string): Promise<ReadApp> {
  const { value: app, etag } = await appsApi.show(id)
  return { app, etag }
}

/** Finds what is wrong with the texts: the service is asked 400 ms after the last key. */
function useFaults({ descriptor }: ShownApp, texts: AppTexts): { faults: readonly PlacedFault[]; judged: JudgeState } {
  const settled = useDebounced(texts, JUDGE_AFTER_MS)
  const read = useMemo(() => readMappings(settled.mappings), [settled])
  const verdict = useQuery({
    queryKey: ['apps', 'validate', settled],
    queryFn: ({ signal }) =>
      appsApi.validate(
        { descriptor, schema: settled.schema, mappings: read.kind === 'read' ? read.mappings : {} },
        signal,
      ),
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // What can not be read at all is refused, with its place, before it is judged.
  const said = verdict.data?.errors ?? (verdict.error ? problemOf(verdict.error).errors : undefined)
  const placed = useMemo(() => placeFaults(said ?? [], settled), [said, settled])
  // Of mappings that are no JSON nothing else can be said; the schema is judged all the same.
  const faults = useMemo(
    () => (read.kind === 'unreadable' ? [...placed.filter(({ where }) => where === 'schema'), read.fault] : placed),
    [read, placed],
  )
  const isSettled = sameTexts(settled, texts) && !verdict.isPending
  return { faults, judged: verdict.isError && said === undefined ? 'unknown' : isSettled ? 'done' : 'running' }
}

/** Whether the faults are those of the texts as they stand now. */
export type JudgeState = 'running' | 'done' | 'unknown'
