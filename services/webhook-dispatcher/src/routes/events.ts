import { eventDetail, eventPage, refuse } from '@sluice/contracts'
import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { listEvents } from '../log/list-events.ts'
import { findEventDetail } from '../log/show-event.ts'
import { keptRange, type ReadLogs } from '../log/shown-range.ts'
import { eventsQuery } from './logs-query.ts'

const LINE = {
  _id: '019ac0de-7a00-7000-8000-000000000001',
  timestamp: { $date: 1795514400000 },
  durationMs: 7,
  method: 'POST',
  path: '/orders',
  query: '',
  statusCode: 201,
  user: 'amelia',
  via: 'key',
  matched: [],
} as const

/** `GET /events`: newest first; a page may be short and still have a `next`. */
export const listAllEvents = (dependencies: ReadLogs): Operation => ({
  id: 'listAllEvents',
  tag: 'events',
  summary: 'Find exchanges that are kept, newest first',
  query: eventsQuery,
  answers: { 200: eventPage },
  examples: {
    query: { path: '/orders', method: 'POST', status: '2xx' },
    answers: { 200: { items: [LINE], next: null } },
  },
  errors: ['BAD_QUERY'],
  async handle({ query }) {
    const { from, to, cursor: before, ...filter } = parseQuery(eventsQuery, query)
    const { log } = dependencies
    const range = keptRange({ from, to }, dependencies)
    const wanted = { ...filter, from: range.from, to: range.to, before }
    const [page, notStored] = await Promise.all([listEvents(wanted, log), log.eventsNotStored(range)])
    return ok(notStored > 0 ? { ...page, notStored } : page)
  },
})

const NOT_KEPT =
  'No event of this id is kept: nothing wanted it, it is not stored yet, or it is older than the log is kept.'

const BODY = { text: '', encoding: 'utf8', length: 0, truncated: false, state: 'none' } as const

/** `GET /events/<id>`: one exchange, and what each webhook did about it. */
export const showEvent = (dependencies: ReadLogs): Operation => ({
  id: 'showEvent',
  tag: 'events',
  summary: 'Show one exchange, and what each webhook did about it',
  answers: { 200: eventDetail },
  examples: {
    answers: {
      200: {
        _id: LINE._id,
        timestamp: LINE.timestamp,
        durationMs: 7,
        outcome: 'completed',
        aborted: false,
        user: 'amelia',
        roles: ['sales'],
        via: 'key',
        permission: 'sales-write',
        incomingRequest: { method: 'POST', path: '/orders', query: '', headers: {}, body: BODY },
        incomingResponse: { statusCode: 201, headers: {}, body: BODY },
        webhooks: [],
      },
    },
  },
  errors: ['NOT_FOUND'],
  async handle({ params }) {
    const id = z.uuidv7().safeParse(params.id?.toLowerCase())
    const kept = keptRange({ from: undefined, to: undefined }, dependencies)
    const found = id.success ? await findEventDetail(id.data, kept, dependencies) : undefined
    if (found) return ok(found)
    return refuse('NOT_FOUND', NOT_KEPT)
  },
})
