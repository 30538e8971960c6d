import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { permissionsApi } from '../../api/permissions.ts'
import { readJson } from '../../domain/json-text.ts'
import {
  documentOf,
  draftOf,
  formOf,
  type PermissionDraft,
  type PermissionFields,
  type PermissionForm,
  printed,
} from '../../domain/permissions/permission-form.ts'
import { type AclDocument, isFields } from '../../domain/permissions/shown-permission.ts'
import { problemOf } from '../../http/problem.ts'
import { dropDraft } from '../../session/drafts.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { shutsOneselfOut } from './shut-out.ts'
import { usePermissionCheck } from './use-permission-check.ts'

/** A permission as it was read, with the ETag of that moment. */
export type ReadPermission = { permission: AclDocument; etag: string | undefined }

type PermissionDraftOptions = {
  /** Undefined of a new one. */
  read: ReadPermission | undefined
  start: PermissionFields
  /** Under which name it is kept in the tab. */
  page: string
}

const CHANGED_MEANWHILE = 412

/** A permission that is being typed: what the service says of it, and its way there. */
export function usePermissionDraft({ read, start, page }: PermissionDraftOptions) {
  const queryClient = useQueryClient()
  const typed = useTyped({ read, start, page })
  const { base, document, isDirty } = typed
  const [theirs, setTheirs] = useState<ReadPermission>()
  const [made, setMade] = useState<AclDocument>()
  const [isShutOut, setIsShutOut] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  const taken = (next: ReadPermission) => {
    typed.take(next)
    setTheirs(undefined)
    dropDraft(page)
  }
  const save = useMutation({
    mutationFn: (wish: SaveWish) => store(wish, base),
    onSuccess: async outcome => {
      setIsShutOut(outcome.kind === 'shuts-out')
      if (outcome.kind === 'shuts-out') return
      if (outcome.kind === 'changed') taken(outcome)
      else {
        typed.settle()
        dropDraft(page)
        setMade(outcome.permission)
      }
      await queryClient.invalidateQueries({ queryKey: ['permissions'] })
    },
    onError: async error => {
      if (!base || problemOf(error).status !== CHANGED_MEANWHILE) return
      setTheirs(await readAgain(base.permission._id))
    },
  })
  const isConflict = save.isError && problemOf(save.error).status === CHANGED_MEANWHILE
  const refusal = save.isError && !isConflict ? save.error : undefined
  const check = usePermissionCheck({ typed, refusal, refused: save.variables?.document })
  const send = (wish: Omit<SaveWish, 'document'>) => {
    setIsHeld(document === undefined)
    if (document) save.mutate(Object.assign({ document }, wish))
  }
  return {
    ...typed,
    ...check,
    save,
    /** The new one, once it is saved. */
    made,
    refusal,
    theirs,
    isShutOut,
    /** It was not sent, as the JSON could not be read. */
    isHeld: isHeld && document === undefined,
    /** Somebody has saved another version while this one is being changed. */
    isBehind: typed.isNewer && isDirty,
    compare: () => setTheirs(read),
    saveNow: () => send({ etag: base?.etag, isSure: false }),
    saveAllTheSame: () => send({ etag: save.variables?.etag, isSure: true }),
    spareOneself: () => setIsShutOut(false),
    takeTheirs: () => theirs && taken(theirs),
    writeOver: () => send({ etag: theirs?.etag, isSure: false }),
    editOn: () => setTheirs(undefined),
  }
}

export type PermissionEditor = ReturnType<typeof usePermissionDraft>
export type PermissionPartProps = { editor: PermissionEditor; canChange: boolean }

type TypedPermissionOptions = Pick<PermissionDraftOptions, 'read' | 'start' | 'page'>

/** The form, and the same as JSON. What was typed last says what the other one shows. */
function useTyped({ read, start, page }: TypedPermissionOptions) {
  const [base, setBase] = useState(read)
  // Of the version that was read last: a save has moved on since, and is not behind it.
  const [seen, setSeen] = useState(read?.etag)
  const [saved, setSaved] = useState<PermissionDraft>(() => draftOf(start))
  const [draft, setDraft] = useState(saved)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const isNewer = read !== undefined && read.etag !== seen && read.etag !== base?.etag
  const id = base?.permission._id
  const latest = read?.etag
  const take = useCallback(
    (next: ReadPermission) => {
      const begun = draftOf(next.permission)
      setBase(next)
      setSeen(latest)
      setSaved(begun)
      setDraft(begun)
    },
    [latest],
  )
  useEffect(() => {
    if (isNewer && !isDirty) take(read)
  }, [isNewer, isDirty, read, take])
  useKeptDraft({ page, isDirty, value: draft })
  const text = useMemo(() => draft.text ?? printed(documentOf(draft.form, id)), [draft, id])
  const json = useMemo(() => readJson(text), [text])
  const document = json.kind === 'read' && isFields(json.value) ? json.value : undefined
  return {
    base,
    form: draft.form,
    isJson: draft.text !== undefined,
    text,
    json,
    /** The permission as it would be saved; undefined while the JSON can't be read. */
    document,
    isDirty,
    isNewer,
    take,
    /** What was typed is what is saved now. */
    settle: () => setSaved(draft),
    restore: setDraft,
    change: (next: Partial<PermissionForm>) =>
      setDraft(old => ({ form: Object.assign({}, old.form, next), text: undefined })),
    changeText: (next: string) => setDraft(old => ({ form: formOfText(next) ?? old.form, text: next })),
  }
}

export type TypedPermission = ReturnType<typeof useTyped>

function formOfText(text: string): PermissionForm | undefined {
  const read = readJson(text)
  return read.kind === 'read' && isFields(read.value) ? formOf(read.value) : undefined
}

type SaveWish = { document: PermissionFields; etag: string | undefined; isSure: boolean }
type SaveOutcome =
  | { kind: 'shuts-out' }
  | ({ kind: 'changed' } & ReadPermission)
  | { kind: 'made'; permission: AclDocument }

/** @param base of the permission that is changed; undefined of a new one */
async function store({ document, etag, isSure }: SaveWish, base: ReadPermission | undefined): Promise<SaveOutcome> {
  if (!isSure && (await shutsOneselfOut(document))) return { kind: 'shuts-out' }
  if (!base) return { kind: 'made', permission: (await permissionsApi.create(document)).value }
  const { _id: id } = base.permission
  await permissionsApi.replace(id, document, etag)
  return Object.assign({ kind: 'changed' as const }, await readAgain(id))
}

async function readAgain(id: unknown): Promise<ReadPermission> {
  const { value, etag } = await permissionsApi.showOne(id)
  return { permission: value, etag }
}
