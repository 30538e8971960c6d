import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { permissionsApi } from '../../api/permissions.ts'
import type { PermissionDraft, PermissionFields } from '../../domain/permissions/permission-form.ts'
import type { AclDocument } from '../../domain/permissions/shown-permission.ts'
import { problemOf } from '../../http/problem.ts'
import { dropDraft, type KeptDraft } from '../../session/drafts.ts'
import { useWrite } from '../../state/use-write.ts'
import { shutsOneselfOut } from './shut-out.ts'
import { usePermissionCheck } from './use-permission-check.ts'
import { type ReadPermission, type TypedPermissionOptions, useTypedPermission } from './use-typed-permission.ts'

const CHANGED_MEANWHILE = 412

/** A permission that is being typed: what the service says of it, and its way there. */
export function usePermissionDraft({ read, start, page }: TypedPermissionOptions) {
  const queryClient = useQueryClient()
  const typed = useTypedPermission({ read, start, page })
  const { base, document, isDirty } = typed
  const [theirs, setTheirs] = useState<ReadPermission>()
  const [made, setMade] = useState<AclDocument>()
  const [isShutOut, setIsShutOut] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  const taken = (next: ReadPermission, sent?: PermissionDraft) => {
    typed.take(next, sent)
    setTheirs(undefined)
  }
  const save = useWrite({
    mutationFn: (wish: SaveWish) => store(wish, base),
    onSuccess: async (outcome, { sent }) => {
      setIsShutOut(outcome.kind === 'shuts-out')
      if (outcome.kind === 'shuts-out') return
      if (outcome.kind === 'changed') taken(outcome, sent)
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
  const send = (wish: Omit<SaveWish, 'document' | 'sent'>) => {
    setIsHeld(document === undefined)
    if (document && !save.isPending) save.mutate(Object.assign({ document, sent: typed.draft }, wish))
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
    restore({ value, etag }: KeptDraft<PermissionDraft>) {
      typed.replace(value)
      if (base && etag !== base.etag) setTheirs(base)
    },
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

type SaveWish = { document: PermissionFields; sent: PermissionDraft; etag: string | undefined; isSure: boolean }
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
