import { useEffect, useMemo, useState } from 'react'

/** A thing as it was read, with the version of that moment. */
export type ReadVersion<T> = { value: T; version: string | undefined }

type VersionedFormOptions<T, Form> = {
  /** The thing as it was read last. */
  read: ReadVersion<T>
  /** Gives the form of a thing; the same function at each call. */
  formOf(value: T): Form
}

/**
 * Holds a form over the version that it was begun with. A newer version takes its place by itself where nothing is typed, or where
 * both have the same form; else `isBehind` says that there is one, and what was typed stays.
 */
export function useVersionedForm<T, Form>({ read, formOf }: VersionedFormOptions<T, Form>) {
  const [base, setBase] = useState(read)
  // The version before one's own save: a query shows it for a moment longer, and it is no newer one.
  const [passed, setPassed] = useState(read.version)
  const [form, setForm] = useState(() => formOf(read.value))
  const begun = useMemo(() => formOf(base.value), [base, formOf])
  const isDirty = !isSame(form, begun)
  const isOther = read.version !== base.version && read.version !== passed
  const isOnlyBeside = isOther && isSame(formOf(read.value), begun)
  useEffect(() => {
    if (read.version === base.version) setPassed(read.version)
    if (!isOther || (isDirty && !isOnlyBeside)) return
    setBase(read)
    if (!isDirty) setForm(formOf(read.value))
  }, [read, base, formOf, isOther, isDirty, isOnlyBeside])
  return {
    form,
    /** The form of the version that it was begun with. */
    begun,
    /** The version that it was begun with. */
    version: base.version,
    isDirty,
    /** Somebody has saved another version while this one is being changed. */
    isBehind: isOther && isDirty && !isOnlyBeside,
    change: (next: Partial<Form>) => setForm(old => Object.assign({}, old, next)),
    replace: setForm,
    /** Goes on from what is saved now. @param sent the form that was saved: what was typed since then stays */
    settle(next: ReadVersion<T>, sent: Form | undefined) {
      setBase(next)
      setPassed(read.version)
      setForm(now => (now === sent ? formOf(next.value) : now))
    },
    /** Goes on from the newer version. @param next what becomes of the form */
    catchUp(next: Form) {
      setBase(read)
      setForm(next)
    },
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
