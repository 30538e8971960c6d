import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ReadUser, usersApi } from '../../api/users.ts'
import { type FormFaults, sortFaults } from '../../domain/form-faults.ts'
import { type UserForm, type UserUpdate, updateOf, userFaultPath, userFormOf } from '../../domain/users/user-form.ts'
import { problemOf } from '../../http/problem.ts'
import type { KeptDraft } from '../../session/drafts.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { useWrite } from '../../state/use-write.ts'

const FIELDS = ['roles', 'disabled', 'properties']
const CHANGED_MEANWHILE = 412
const NO_FAULTS: FormFaults = { byField: {}, others: [] }

type DraftOptions = { read: ReadUser; id: string; page: string }
type StoreWish = { sent: UserForm; update: UserUpdate; etag: string | undefined }

/** A user who is being changed: what differs from the stored one, what the server says of it, and its way there. */
export function useUserDraft({ read, id, page }: DraftOptions) {
  const queryClient = useQueryClient()
  const text = useTypedUser(read, page)
  const [theirs, setTheirs] = useState<ReadUser>()
  const written = updateOf(text.base.user, text.form)
  const [isHeld, setIsHeld] = useState(false)
  const taken = (next: ReadUser, sent?: UserForm) => {
    text.take(next, sent)
    setTheirs(undefined)
    queryClient.setQueryData(['users', 'one', id], next)
  }
  const save = useWrite({
    mutationFn: ({ update, etag }: StoreWish) => usersApi.update(id, update, etag),
    onSuccess: (next, { sent }) => {
      taken(next, sent)
      return queryClient.invalidateQueries({ queryKey: ['users'] })
    },
    onError: async error => {
      if (problemOf(error).status === CHANGED_MEANWHILE) setTheirs(await usersApi.show(id))
    },
  })
  /** Nothing is sent while the properties are no JSON. */
  const store = (base: ReadUser) => {
    const { kind, ...rest } = updateOf(base.user, text.form)
    setIsHeld(kind === 'unreadable')
    if (kind !== 'update' || !('update' in rest) || save.isPending) return
    save.mutate({ sent: text.form, update: rest.update, etag: base.etag })
  }
  const isConflict = save.isError && problemOf(save.error).status === CHANGED_MEANWHILE
  return {
    ...text,
    theirs,
    save,
    /** Where the properties can't be read, in the place of what would be sent. */
    unreadable: written.kind === 'unreadable' ? written : undefined,
    /** It was not sent for that. */
    isHeld: isHeld && written.kind === 'unreadable',
    refusal: save.isError && !isConflict ? save.error : undefined,
    faults: save.isError && !isConflict ? faultsOf(save.error) : NO_FAULTS,
    saveNow: () => store(text.base),
    restore({ value, etag }: KeptDraft<UserForm>) {
      text.replace(value)
      if (etag !== text.base.etag) setTheirs(text.base)
    },
    takeTheirs: () => theirs && taken(theirs),
    writeOver: () => theirs && store(theirs),
    editOn: () => setTheirs(undefined),
  }
}

export type UserDraft = ReturnType<typeof useUserDraft>

/** The form beside what is stored. Where nothing is typed, or the same is stored, another version takes its place. */
function useTypedUser(read: ReadUser, page: string) {
  const [base, setBase] = useState(read)
  const [form, setForm] = useState(() => userFormOf(read.user))
  const saved = useMemo(() => userFormOf(base.user), [base])
  const isDirty = !isSameForm(form, saved)
  const isOther = read.etag !== base.etag
  const isOnlyBeside = isOther && isSameForm(userFormOf(read.user), saved)
  useKeptDraft({ page, isDirty, value: form, etag: base.etag })
  useEffect(() => {
    if (!isOther) return
    if (isOnlyBeside || !isDirty) setBase(read)
    if (!isDirty) setForm(userFormOf(read.user))
  }, [isOther, isOnlyBeside, isDirty, read])
  return {
    base,
    form,
    isDirty,
    /** What was typed since a form was sent stays. */
    take(next: ReadUser, sent?: UserForm) {
      setBase(next)
      setForm(now => (sent === undefined || now === sent ? userFormOf(next.user) : now))
    },
    change: (next: Partial<UserForm>) => setForm(old => Object.assign({}, old, next)),
    replace: setForm,
  }
}

const isSameForm = (one: UserForm, other: UserForm): boolean => JSON.stringify(one) === JSON.stringify(other)

function faultsOf(error: unknown): FormFaults {
  const errors = problemOf(error).errors?.map(({ path, message }) => ({ path: userFaultPath(path), message })) ?? []
  return sortFaults({ errors }, FIELDS)
}
