import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { problemOf } from '../../http/problem.ts'
import type { KeptDraft } from '../../session/drafts.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'

/** A text as it was read, with the ETag of that moment. */
export type TextVersion = { text: string; etag: string | undefined }

type TextDraftOptions = {
  read: TextVersion
  /** Under which name it is kept in the tab. */
  page: string
  /** Stores a text over the version of an ETag. @returns what is stored then */
  store(text: string, base: TextVersion): Promise<TextVersion>
  /** Reads again, after somebody else has stored another version. */
  readAgain(): Promise<TextVersion>
  onSaved(stored: TextVersion): void
}

const CHANGED_MEANWHILE = 412

/** A text that is being changed: what differs from the stored one, and its way there. Nothing of it is lost by what others do. */
export function useTextDraft({ read, page, store, readAgain, onSaved }: TextDraftOptions) {
  const [base, setBase] = useState(read)
  // Of the version that was read last: a save has moved on since, and is not behind it.
  const [seen, setSeen] = useState(read.etag)
  const [text, setText] = useState(read.text)
  const [theirs, setTheirs] = useState<TextVersion>()
  const isDirty = text !== base.text
  const isNewer = read.etag !== seen && read.etag !== base.etag
  const taken = (next: TextVersion, sent?: string) => {
    setBase(next)
    setSeen(read.etag)
    // What was typed since a text was sent stays.
    setText(now => (sent === undefined || now === sent ? next.text : now))
    setTheirs(undefined)
  }
  useKeptDraft({ page, isDirty, value: text, etag: base.etag })
  useEffect(() => {
    if (!isNewer || isDirty) return
    setBase(read)
    setSeen(read.etag)
    setText(read.text)
  }, [isNewer, isDirty, read])
  const save = useMutation({
    mutationFn: ({ sent, over }: { sent: string; over: TextVersion }) => store(sent, over),
    onSuccess: (stored, { sent }) => {
      taken(stored, sent)
      onSaved(stored)
    },
    onError: async error => {
      if (problemOf(error).status === CHANGED_MEANWHILE) setTheirs(await readAgain())
    },
  })
  const isConflict = save.isError && problemOf(save.error).status === CHANGED_MEANWHILE
  const send = (over: TextVersion) => {
    if (!save.isPending) save.mutate({ sent: text, over })
  }
  return {
    base,
    text,
    isDirty,
    theirs,
    isSaving: save.isPending,
    /** Why it was not stored, where it is not for another version. */
    refusal: save.isError && !isConflict ? save.error : undefined,
    /** The text that was refused. */
    refused: save.variables?.sent,
    change: setText,
    restore({ value, etag }: KeptDraft<string>) {
      setText(value)
      if (etag !== base.etag) setTheirs(base)
    },
    saveNow: () => send(base),
    takeTheirs: () => theirs && taken(theirs),
    writeOver: () => theirs && send(theirs),
    editOn: () => setTheirs(undefined),
  }
}

export type TextDraft = ReturnType<typeof useTextDraft>

export const isTextDraft = (value: unknown): value is string => typeof value === 'string'
