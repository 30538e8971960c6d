import { useEffect, useState } from 'react'
import type { TypedForm } from '../domain/typed-form.ts'

/** A thing as it was read, with the version of that moment; undefined of what is not there yet. */
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
  const baseOf = ({ value, version }: ReadVersion<T>) => ({ begun: formOf(value), version })
  const [base, setBase] = useState(() => baseOf(read))
  // The version before one's own save: a query shows it for a moment longer, and it is no newer one.
  const [passed, setPassed] = useState(read.version)
  const [form, setForm] = useState(base.begun)
  const { begun, version } = base
  const isDirty = !isSame(form, begun)
  const isOther = read.version !== version && read.version !== passed
  const isOnlyBeside = isOther && isSame(formOf(read.value), begun)
  useEffect(() => {
    if (read.version === version) setPassed(version)
    if (!isOther || (isDirty && !isOnlyBeside)) return
    const newer = formOf(read.value)
    setBase({ begun: newer, version: read.version })
    if (!isDirty) setForm(newer)
  }, [read.value, read.version, version, formOf, isOther, isDirty, isOnlyBeside])
  return {
    form,
    /** The form of the version that it was begun with. */
    begun,
    /** The version that it was begun with. */
    version,
    isDirty,
    /** Somebody has saved another version while this one is being changed. */
    isBehind: isOther && isDirty && !isOnlyBeside,
    change: (next: Partial<Form>) => setForm(old => Object.assign({}, old, next)),
    /** Goes on from what was kept. Over an older version than the one that is read it is behind, and nothing is written unseen. */
    restore(kept: TypedForm<Form>, of: string | undefined) {
      setBase({ begun: kept.begun, version: of })
      setPassed(of)
      setForm(kept.form)
    },
    /** Goes on from what is saved now. @param sent the form that was saved: what was typed since then stays */
    settle(next: ReadVersion<T>, sent: Form | undefined) {
      const saved = baseOf(next)
      setBase(saved)
      setPassed(read.version)
      setForm(now => (now === sent ? saved.begun : now))
    },
    /** Goes on from the newer version. @param next what becomes of the form */
    catchUp(next: Form) {
      setBase(baseOf(read))
      setForm(next)
    },
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
