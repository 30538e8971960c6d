import type { ChangeLog } from '@sluice/change-log'
import { type AuditAction, type PluginId, type PluginState, pluginId, type Refusal, refuse } from '@sluice/contracts'
import {
  auditLine,
  dryRunQuery,
  isDryRun,
  judgePreconditions,
  type Operation,
  occasionOf,
  ok,
  readPluginState,
  readPreconditions,
  writeAuditLine,
} from '@sluice/service-kit'
import type { StoreTransaction } from '@sluice/store'
import { z } from 'zod'
import { type PluginStep, pluginSteps, takePluginStep } from '../domain/plugin-step.ts'
import { pluginAnswer } from './list-plugins.ts'

type PluginMove = { kind: 'moved'; state: PluginState } | Refusal

const pluginStep = z.enum(pluginSteps)

/**
 * `POST /plugins/<id>/<step>`: moves a plugin to its next state (docs/reference/keys.md#the-plugin-state). A repeated step
 * changes nothing and is fine. Nothing else is to be known of a plugin, so that its ETag is its state.
 */
export const changePluginState = ({ changes, db }: { changes: ChangeLog; db: string }): Operation => ({
  id: 'changePluginState',
  tag: 'plugins',
  summary: 'Installs, enables, disables or uninstalls a plugin; deletes nothing',
  params: z.object({ id: pluginId, step: pluginStep }),
  headers: ['If-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  answers: { 200: pluginAnswer },
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'BAD_REQUEST', 'UNAVAILABLE'],
  async handle(request) {
    const { params, caller } = request
    const isTrial = isDryRun(request)
    const conditions = readPreconditions(request)
    const id = pluginId.safeParse(params.id)
    const step = pluginStep.safeParse(params.step)
    if (!id.success || !step.success) return refuseUnknown()
    const recorded = await changes.record<PluginMove>('plugins', id.data, async (transaction, _change, abandon) => {
      const state = await readState(transaction, { id: id.data, db })
      const moved = judgePreconditions(conditions, state) ?? takePluginStep(id.data, step.data, state)
      if (moved.kind === 'refuse' || moved.state === state || isTrial) return abandon(moved)
      await write(transaction, { id: id.data, db, state: moved.state })
      const line = auditLine(occasionOf({ caller }, new Date(changes.storeTime())), {
        action: actions[step.data],
        detail: id.data,
      })
      await writeAuditLine(transaction, db, line)
      return moved
    })
    const { result } = recorded
    if (result.kind === 'refuse') return result
    return ok({ id: id.data, state: result.state }, isTrial ? {} : { ETag: `"${result.state}"` })
  },
})

function refuseUnknown(): Refusal {
  const steps: readonly PluginStep[] = pluginSteps
  return refuse('NOT_FOUND', `Use /plugins/<${pluginId.options.join('|')}>/<${steps.join('|')}>.`)
}

const actions = {
  install: 'plugin.installed',
  enable: 'plugin.enabled',
  disable: 'plugin.disabled',
  uninstall: 'plugin.uninstalled',
} satisfies Record<PluginStep, AuditAction>

type PluginRow = { id: PluginId; db: string }

async function readState(transaction: StoreTransaction, { id, db }: PluginRow): Promise<PluginState> {
  return readPluginState(id, await transaction.collection({ db, collection: 'plugins' }).findOne({ _id: id }))
}

async function write(
  transaction: StoreTransaction,
  { id, db, state }: PluginRow & { state: PluginState },
): Promise<void> {
  await transaction
    .collection({ db, collection: 'plugins' })
    .updateOne({ _id: id }, { $set: { state } }, { upsert: true })
}
