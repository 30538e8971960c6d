import { type RawRequestOptions, SluiceError, unwrap, unwrapWhole } from '@sluice/sdk'
import { collectionOf } from '../definitions/folder-files.ts'
import { isSameForm } from '../definitions/normal-form.ts'
import type { PlanStep } from '../definitions/plan.ts'
import type { ReferenceValues } from '../definitions/references.ts'
import { resolveDefinition } from '../definitions/webhook-values.ts'
import { listOf, memberOf, objectOf, type ReadObject } from '../json-values.ts'
import { collectionPath, type DefinitionTarget, idSegment } from './target.ts'

export type StepOptions = {
  values: ReferenceValues
  /** Every check, and nothing is written. */
  isDryRun: boolean
  /** The signing secret of a webhook that is made, where the caller has chosen one. */
  newSecret?: string | undefined
}

/** What a write has answered. `etag` is missing where the kind has none. */
export type StepAnswer = { etag?: string | undefined; answer?: unknown }

type StepWriter = (target: DefinitionTarget, step: PlanStep, options: StepOptions) => Promise<StepAnswer>

/** Writes one step, or tries it. @throws SluiceError, SluiceConnectionError, SluiceTimeoutError */
export const writeStep: StepWriter = (target, step, options) => WRITERS[step.kind](target, step, options)

const WRITERS: Readonly<Record<PlanStep['kind'], StepWriter>> = {
  app: writeApp,
  documents: writeTrustedDocuments,
  permission: (target, step, options) => writePermissions(target, [step], options),
  webhook: writeWebhook,
  collection: writeCollection,
  index: writeIndex,
  plugin: writePlugin,
  'mail-server': writeMailServer,
}

type WriteRequest = {
  method: 'PUT' | 'PATCH' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  step?: PlanStep | undefined
}

/** A change is sent once: whether one without an answer was made is read back. */
async function send(
  target: DefinitionTarget,
  { method, path, body, step }: WriteRequest,
  isDryRun: boolean,
): Promise<StepAnswer> {
  const headers: RawRequestOptions['headers'] =
    step === undefined
      ? {}
      : step.action === 'create'
        ? { 'if-none-match': '*' }
        : step.etag === undefined
          ? {}
          : { 'if-match': step.etag }
  const options: RawRequestOptions = { body, headers, signal: target.signal, repeat: 'refused-only' }
  const query = isDryRun ? `${path.includes('?') ? '&' : '?'}dryRun=true` : ''
  const { data, headers: answered } = await unwrapWhole(target.client.raw.request(method, path + query, options))
  return { answer: data, etag: answered.get('etag') ?? undefined }
}

function writeApp(target: DefinitionTarget, step: PlanStep, { isDryRun }: StepOptions): Promise<StepAnswer> {
  const path = `${target.base}/gql-apps/${idSegment(step.document._id)}`
  const isDeletion = step.action === 'delete'
  return send(
    target,
    { method: isDeletion ? 'DELETE' : 'PUT', path, body: isDeletion ? undefined : step.document, step },
    isDryRun,
  )
}

function writeTrustedDocuments(target: DefinitionTarget, step: PlanStep, { isDryRun }: StepOptions) {
  const path = `${target.base}/gql-apps/${idSegment(appIdOf(step.key))}/documents`
  return send(target, { method: 'PUT', path, body: step.document, step }, isDryRun)
}

/** The id of an app by the name of its folder. */
const appIdOf = (key: string): unknown =>
  /^oid-[0-9a-f]{24}$/.test(key) ? { $oid: key.slice('oid-'.length) } : decodeURIComponent(key)

/** All steps of permissions in one request: no reader meets a part of them. */
export async function writePermissions(
  target: DefinitionTarget,
  steps: readonly PlanStep[],
  { isDryRun }: Pick<StepOptions, 'isDryRun'>,
): Promise<StepAnswer> {
  const put = steps
    .filter(({ action }) => action !== 'delete')
    .map(({ action, document, etag }) => ({
      document,
      ...(action === 'create' ? { ifNoneMatch: '*' } : etag === undefined ? {} : { ifMatch: etag }),
    }))
  const deletions = steps
    .filter(({ action }) => action === 'delete')
    .map(({ document, etag }) => ({ id: document._id, ...(etag !== undefined && { ifMatch: etag }) }))
  return send(
    target,
    { method: 'POST', path: `${target.base}/acl/changes`, body: { put, delete: deletions } },
    isDryRun,
  )
}

async function writeWebhook(
  target: DefinitionTarget,
  step: PlanStep,
  { values, isDryRun, newSecret }: StepOptions,
): Promise<StepAnswer> {
  const path = `/webhooks/${idSegment(step.document._id)}`
  if (step.action === 'delete') return send(target, { method: 'DELETE', path, step }, isDryRun)
  const stored =
    step.action === 'create'
      ? undefined
      : objectOf(await unwrap(target.client.raw.request('GET', path, { signal: target.signal })))
  const { document } = resolveDefinition(step.document, stored, values)
  const { _id, ...body } = withoutUnknownSecret(document)
  const secret = newSecret === undefined ? {} : { secret: newSecret }
  return send(target, { method: 'PUT', path, body: { ...body, ...secret }, step }, isDryRun)
}

/** A signing secret that has no value here stays the one of the target. */
function withoutUnknownSecret(document: ReadObject): ReadObject {
  const { secret, ...others } = document
  return typeof secret === 'string' && !secret.includes('${') && secret !== '[masked]' ? document : others
}

async function writeCollection(
  target: DefinitionTarget,
  step: PlanStep,
  { isDryRun }: StepOptions,
): Promise<StepAnswer> {
  const path = collectionPath(step.key)
  const { description, schema, aggregations } = step.document
  const aggrs = Object.entries(objectOf(aggregations)).map(([uri, one]) => ({ uri, ...objectOf(one) }))
  if (step.action === 'create') {
    await makeDatabase(target, step.key, isDryRun)
    const made = await send(target, { method: 'PUT', path }, isDryRun)
    const isPlain = description === undefined && schema === undefined && aggrs.length === 0
    if (isDryRun || isPlain) return made
    return send(
      target,
      { method: 'PATCH', path: `${path}/_meta`, body: { description, jsonSchema: schema, aggrs } },
      false,
    )
  }
  const body = {
    description: description ?? null,
    jsonSchema: schema ?? null,
    aggrs: aggrs.length === 0 ? null : aggrs,
  }
  return send(target, { method: 'PATCH', path: `${path}/_meta`, body, step }, isDryRun)
}

async function makeDatabase(target: DefinitionTarget, key: string, isDryRun: boolean): Promise<void> {
  if (!key.includes('/') || isDryRun) return
  await send(target, { method: 'PUT', path: collectionPath(collectionOf(key)) }, false)
}

function writeIndex(target: DefinitionTarget, step: PlanStep, { isDryRun }: StepOptions): Promise<StepAnswer> {
  const collection = collectionOf(step.key)
  const path = `${collectionPath(collection)}/_indexes/${encodeURIComponent(step.key.slice(collection.length + 1))}`
  const { keys, ops = {} } = step.document
  const isDeletion = step.action === 'delete'
  return send(
    target,
    { method: isDeletion ? 'DELETE' : 'PUT', path, body: isDeletion ? undefined : { keys, ops } },
    isDryRun,
  )
}

/** The steps from one state of a plugin to another. */
const PLUGIN_STEPS: Readonly<Record<string, readonly string[]>> = {
  enabled: ['install', 'enable'],
  disabled: ['disable'],
  installed: ['install'],
  uninstalled: ['disable', 'uninstall'],
}

async function writePlugin(
  target: DefinitionTarget,
  { key, document }: PlanStep,
  { isDryRun }: StepOptions,
): Promise<StepAnswer> {
  const wanted = String(document.state)
  const steps = (PLUGIN_STEPS[wanted] ?? []).filter(step => key === 'api-keys' || !/install/.test(step))
  let last: StepAnswer = {}
  for (const step of isDryRun ? steps.slice(0, 0) : steps) last = await takePluginStep(target, key, step)
  return last
}

/** A step that the plugin has behind it is no fault. */
async function takePluginStep(target: DefinitionTarget, id: string, step: string): Promise<StepAnswer> {
  try {
    return await send(target, { method: 'POST', path: `/plugins/${encodeURIComponent(id)}/${step}` }, false)
  } catch (error) {
    if (error instanceof SluiceError && error.status === 409 && step !== 'enable') return {}
    throw error
  }
}

async function writeMailServer(
  target: DefinitionTarget,
  step: PlanStep,
  { values, isDryRun }: StepOptions,
): Promise<StepAnswer> {
  const path = '/webhooks/mail-server'
  if (step.action === 'delete') return send(target, { method: 'DELETE', path, step }, isDryRun)
  const { document } = resolveDefinition(step.document, undefined, values)
  return send(target, { method: 'PUT', path, body: document, step }, isDryRun)
}

/** What a permission change has answered about the caller: false where he could not do the same again. */
export const wouldStillAllow = ({ answer }: StepAnswer): boolean =>
  memberOf(memberOf(answer, 'wouldStillAllow'), 'caller') !== false

/** The warnings of a write, in words. */
export const warningsIn = ({ answer }: StepAnswer): string[] =>
  [answer, ...listOf(memberOf(answer, 'put'))].flatMap(one =>
    listOf(memberOf(one, '_warnings')).map(
      warning => `${String(memberOf(warning, 'path'))}: ${String(memberOf(warning, 'message'))}`,
    ),
  )

export const isUnchanged = (step: PlanStep, { etag }: StepAnswer): boolean =>
  etag !== undefined && isSameForm(etag, step.etag)
