import { randomUUID } from 'node:crypto'
import type { Refusal } from '@sluice/contracts'
import type { Answer } from '@sluice/service-kit'
import { LRUCache } from 'lru-cache'
import type { CallerView } from '../listing/caller-view.ts'

/** A message that asks for a list. Whoever asks the same under another id is answered the same under that id. */
type ListQuestion = Readonly<Record<string, unknown>> & { id: string | number }

type AskedList = {
  view: CallerView
  /** The headers that the protocol reads. */
  headers: readonly (string | undefined)[]
  message: unknown
}

/**
 * Answers to questions for lists, as bytes. They are kept for one view of one caller, so that none outlives a change of
 * permissions, collections, apps or plugins.
 */
export type KeptLists = {
  /** @param serve answers a message; for a question that was answered before it is not called */
  answer(asked: AskedList, serve: (message: unknown) => Promise<Answer | Refusal>): Promise<Answer | Refusal>
}

/** The bytes of an answer around the id, which alone differs from question to question. */
type KeptList = { head: Buffer; tail: Buffer; type: string }

const MAX_KEPT_BYTES = 8 * 1024 * 1024
const MAX_LIST_BYTES = 512 * 1024
/** Characters of a question that is worth keeping the answer to. */
const MAX_QUESTION = 4 * 1024

/** Methods whose results are made of the view of the caller alone. */
const LISTS: ReadonlySet<unknown> = new Set([
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
])

export function createKeptLists(): KeptLists {
  const lists = new LRUCache<string, KeptList>({
    maxSize: MAX_KEPT_BYTES,
    maxEntrySize: MAX_LIST_BYTES,
    sizeCalculation: ({ head, tail }, key) => head.length + tail.length + 2 * key.length,
  })
  const markOf = createViewMarks()

  return {
    async answer({ view, headers, message }, serve) {
      if (!isListQuestion(message)) return serve(message)
      const key = JSON.stringify([markOf(view), headers, { ...message, id: 0 }])
      if (key.length > MAX_QUESTION) return serve(message)
      const kept = lists.get(key)
      if (kept) return answerWith(kept, message.id)
      const placeholder = randomUUID()
      const made = await serve({ ...message, id: placeholder })
      const list = splitAt(placeholder, made)
      // What is no list is told under the caller's own id.
      if (!list) return serve(message)
      lists.set(key, list)
      return answerWith(list, message.id)
    },
  }
}

/** @returns what tells one view from all others */
function createViewMarks(): (view: CallerView) => number {
  const marks = new WeakMap<CallerView, number>()
  let count = 0
  return view => {
    const known = marks.get(view)
    if (known !== undefined) return known
    count += 1
    marks.set(view, count)
    return count
  }
}

/** Ids of other forms are for the protocol's library to refuse. */
const isListQuestion = (message: unknown): message is ListQuestion =>
  typeof message === 'object' &&
  message !== null &&
  'id' in message &&
  (typeof message.id === 'string' || Number.isSafeInteger(message.id)) &&
  'method' in message &&
  LISTS.has(message.method)

/** @returns undefined for an answer that holds no result */
function splitAt(placeholder: string, answer: Answer | Refusal): KeptList | undefined {
  const body = answer.kind === 'answer' && answer.status === 200 ? answer.body : undefined
  if (!body || !('bytes' in body) || !body.type.startsWith('application/json')) return undefined
  const text = Buffer.from(body.bytes).toString('utf8')
  const [head, tail, ...more] = text.split(JSON.stringify(placeholder))
  if (head === undefined || tail === undefined || more.length > 0 || !isResult(text)) return undefined
  return { head: Buffer.from(head), tail: Buffer.from(tail), type: body.type }
}

function isResult(text: string): boolean {
  const answered: unknown = JSON.parse(text)
  return typeof answered === 'object' && answered !== null && 'result' in answered
}

function answerWith({ head, tail, type }: KeptList, id: string | number): Answer {
  const bytes = Buffer.concat([head, Buffer.from(JSON.stringify(id)), tail])
  return { kind: 'answer', status: 200, body: { bytes, type } }
}
