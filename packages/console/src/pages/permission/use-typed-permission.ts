import { useCallback, useEffect, useMemo, useState } from 'react'
import { printed, readJson } from '../../domain/json-text.ts'
import {
  documentOf,
  draftOf,
  formOf,
  type PermissionDraft,
  type PermissionFields,
  type PermissionForm,
} from '../../domain/permissions/permission-form.ts'
import { type AclDocument, isFields } from '../../domain/permissions/shown-permission.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'

/** A permission as it was read, with the ETag of that moment. */
export type ReadPermission = { permission: AclDocument; etag: string | undefined }

export type TypedPermissionOptions = {
  /** Undefined of a new one. */
  read: ReadPermission | undefined
  start: PermissionFields
  /** Under which name it is kept in the tab. */
  page: string
}

/** The form, and the same as JSON. What was typed last says what the other one shows. */
export function useTypedPermission({ read, start, page }: TypedPermissionOptions) {
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
    (next: ReadPermission, sent?: PermissionDraft) => {
      const begun = draftOf(next.permission)
      setBase(next)
      setSeen(latest)
      setSaved(begun)
      // What was typed since a text was sent stays.
      setDraft(now => (sent === undefined || now === sent ? begun : now))
    },
    [latest],
  )
  useEffect(() => {
    if (isNewer && !isDirty) take(read)
  }, [isNewer, isDirty, read, take])
  useKeptDraft({ page, isDirty, value: draft, etag: base?.etag })
  const text = useMemo(() => draft.text ?? printed(documentOf(draft.form, id)), [draft, id])
  const json = useMemo(() => readJson(text), [text])
  const document = json.kind === 'read' && isFields(json.value) ? json.value : undefined
  return {
    base,
    draft,
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
    replace: setDraft,
    change: (next: Partial<PermissionForm>) =>
      setDraft(old => ({ form: Object.assign({}, old.form, next), text: undefined })),
    changeText: (next: string) => setDraft(old => ({ form: formOfText(next) ?? old.form, text: next })),
  }
}

export type TypedPermission = ReturnType<typeof useTypedPermission>

function formOfText(text: string): PermissionForm | undefined {
  const read = readJson(text)
  return read.kind === 'read' && isFields(read.value) ? formOf(read.value) : undefined
}
