import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import {
  type EventParts,
  type RecentEvent,
  type TemplateKind,
  type TrialSubject,
  webhookTools,
} from '../../api/webhook-tools.ts'
import { fieldPaths } from '../../domain/webhooks/field-paths.ts'
import { exchangeOf, sampleView, type TrialSample, viewOf } from '../../domain/webhooks/trial-sample.ts'
import { problemOf } from '../../http/problem.ts'
import type { EditorMark } from '../../parts/editor/editor-types.ts'
import { useDebounced } from '../../state/use-debounced.ts'

const AFTER_LAST_KEY_MS = 400
const ENOUGH = 20
const PER_PAGE = 200
const MOST_PAGES = 3
const OWN_CLIENT = 'console'

/** The last events to try something on, without the console's own requests; undefined where one may not see them. */
export function useRecentEvents() {
  const may = useLeaves()
  const { data } = useQuery({
    queryKey: ['events', 'recent'],
    queryFn: findRecent,
    enabled: may('seeEvents'),
    retry: false,
  })
  return data
}

/** The console asks often, so that its own requests may fill a page. */
async function findRecent(): Promise<readonly RecentEvent[]> {
  const found: RecentEvent[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES && found.length < ENOUGH; page += 1) {
    const { items, next } = await webhookTools.events({ limit: PER_PAGE, cursor })
    found.push(...items.filter(({ client }) => client !== OWN_CLIENT))
    if (next === null) break
    cursor = next
  }
  return found
}

/** An occurrence can't be asked about: nobody can describe one. */
function subjectOf(sample: TrialSample): TrialSubject {
  if (sample.kind === 'told') return {}
  return sample.kind === 'event' ? { event: sample.id } : { exchange: exchangeOf(sample) }
}

/** What a condition says of a sample and of the last requests, asked a moment after the last key. */
export function useConditionCheck(condition: string, sample: TrialSample) {
  const question = useDebounced({ condition, subject: subjectOf(sample) }, AFTER_LAST_KEY_MS)
  const check = useQuery({
    queryKey: ['condition-check', question],
    queryFn: () => webhookTools.check(question.condition, question.subject),
    enabled: question.condition.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })
  const isSettled = question.condition === condition
  const marks = useMemo(() => (isSettled ? marksOf(check.error, 'condition') : []), [check.error, isSettled])
  return { check, marks, isSettled }
}

/** What a template gives for a sample, asked a moment after the last key. */
export function usePreview(
  template: string,
  as: TemplateKind,
  { sample, name }: { sample: TrialSample; name: string },
) {
  const subject = sample.kind === 'event' ? { event: sample.id } : { view: sampleView(sample, name) }
  const question = useDebounced({ template, as, ...subject }, AFTER_LAST_KEY_MS)
  const preview = useQuery({
    queryKey: ['template-preview', question],
    queryFn: () => webhookTools.preview(question),
    enabled: question.template.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })
  const marks = useMemo(() => marksOf(preview.error, 'template'), [preview.error])
  return { preview, marks }
}

/** The values of a sample that a template can name. */
export function useFieldPaths(sample: TrialSample, name: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['events', 'one', sample.kind === 'event' ? sample.id : ''],
    queryFn: () => webhookTools.event(sample.kind === 'event' ? sample.id : ''),
    enabled: sample.kind === 'event',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => {
    if (sample.kind !== 'event') return fieldPaths(sampleView(sample, name))
    return data ? fieldPaths(viewOf(partsOf(data), name)) : []
  }, [data, sample, name])
}

const partsOf = ({ incomingRequest, incomingResponse }: EventParts) => ({
  request: {
    method: incomingRequest.method,
    path: incomingRequest.path,
    body: jsonOf(incomingRequest.body.text),
  },
  ...(incomingResponse && {
    response: { statusCode: incomingResponse.statusCode, body: jsonOf(incomingResponse.body.text) },
  }),
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? null : text
  }
}

/** The places in a text that a refusal names. */
function marksOf(error: unknown, path: string): readonly EditorMark[] {
  const faults = problemOf(error).errors?.filter(fault => fault.path === path) ?? []
  return faults.map(({ line = 1, column = 1, message }) => ({ line, column, message }))
}
