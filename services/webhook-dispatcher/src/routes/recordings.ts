import { recordingDetail, refuse, shownRecording, type WatchRecord } from '@sluice/contracts'
import { created, type Operation, ok } from '@sluice/service-kit'
import { v7 } from 'uuid'
import { readRecording } from '../log/read-recording.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WatchStore } from '../ports/watch-store.ts'
import { pluginIsOff } from './webhook-answer.ts'

export type Recordings = { live: LiveWebhooks; watches: WatchStore; log: LogStore; now: () => Date }

const DURATION_MS = 60_000

/** `POST /webhooks/recordings`: 201; 200 with the one that runs already. */
export const startRecording = ({ live, watches, now }: Recordings): Operation => ({
  id: 'startRecording',
  tag: 'webhooks',
  summary: 'Record all exchanges for 60 seconds, whatever the conditions',
  answers: { 200: shownRecording, 201: shownRecording },
  answerHeaders: ['Location'],
  errors: ['WEBHOOKS_PLUGIN_DISABLED'],
  async handle() {
    if (!live.isPluginEnabled()) return pluginIsOff()
    const from = earlierOf(now(), new Date())
    const wanted: WatchRecord = { _id: v7(), kind: 'recording', from, until: new Date(from.getTime() + DURATION_MS) }
    const running = await watches.startRecording(wanted)
    const shown = show(running, now())
    return running._id === wanted._id
      ? created(shown, { location: `/webhooks/recordings/${running._id}` })
      : ok(shown, { location: `/webhooks/recordings/${running._id}` })
  },
})

/** `GET /webhooks/recordings/<id>`: also while it runs. */
export const showRecording = ({ watches, log, now }: Recordings): Operation => ({
  id: 'showRecording',
  tag: 'webhooks',
  summary: 'Show a recording: its exchanges, and webhooks that could be made from them',
  answers: { 200: recordingDetail },
  errors: ['NOT_FOUND'],
  async handle({ params }) {
    const recording = await watches.recording(params.id ?? '')
    if (!recording) return refuse('NOT_FOUND', 'There is no recording with this id.')
    const recorded = await readRecording(recording, log)
    const leftMs = Math.max(0, recording.until.getTime() - now().getTime())
    return ok({ ...show(recording, now()), secondsLeft: Math.ceil(leftMs / 1000), ...recorded })
  },
})

/** Events bear the time of their gateway: on one machine the next request is never from before the recording. */
const earlierOf = (a: Date, b: Date) => (a < b ? a : b)

const show = ({ _id, from, until }: WatchRecord, at: Date) => ({
  _id,
  state: at < until ? 'running' : 'ended',
  startedAt: { $date: from.getTime() },
  endsAt: { $date: until.getTime() },
})
