import { remember } from '@sluice/bounds'
import type { ChangeLog } from '@sluice/change-log'
import { type Exchange, parsePredicate } from '@sluice/predicate'
import { followPlugins, type Logger, type Plugins } from '@sluice/service-kit'
import { type Document, type Store, StoreUnavailableError } from '@sluice/store'
import { createUnreadableVersions } from '../domain/webhook/unreadable-versions.ts'
import { createVersionHistory } from '../domain/webhook/version-history.ts'
import { type CompiledCondition, createWebhookIndex, type WebhookIndex } from '../domain/webhook/webhook-index.ts'
import { isInForce, type WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { JudgedVersions, LiveWebhooks } from '../ports/live-webhooks.ts'
import { collectionsOf } from './collections.ts'
import { judgingFilter, readVersions } from './document-versions.ts'

type Dependencies = { store: Store; changes: ChangeLog; db: string; logger: Logger }

/** Not from a primary that has been replaced and does not know it yet: what is read then counts as read up to the notice. */
const FRESH = { linearizable: true } as const
/** How many versions that have ended are held, for events of sequences before the last changes. */
const ENDED_VERSIONS = 1000
/** Sequences from before what is held whose webhooks are kept at hand. */
const CACHED_STAMPS = 32

/** Follows webhooks and the state of their plugin. To be followed before it is asked. */
export function liveWebhooks({ store, changes, db, logger }: Dependencies): LiveWebhooks & { follow(): Promise<void> } {
  const names = collectionsOf(db)
  const versions = store.collection(names.versions)
  const history = createVersionHistory(ENDED_VERSIONS)
  const compile = (version: WebhookVersion) => compileCondition(version, logger)
  const index = createWebhookIndex(compile)
  const unreadable = createUnreadableVersions()
  const read = (documents: readonly Document[]) =>
    readVersions(documents, document => logger.error(document, 'webhook.unusable'))
  /** For events from before what is held: the versions that judge them are read from the store. */
  const old = remember(CACHED_STAMPS, readInForceAt)
  let plugins: Plugins | undefined
  const isPluginEnabled = () => plugins?.isEnabled('webhooks') === true

  async function reload() {
    const ended = { sort: { until: -1 }, limit: ENDED_VERSIONS } as const
    const [current, past] = await Promise.all([
      versions.find({ until: null }, FRESH),
      versions.find({ until: { $ne: null } }, { ...ended, ...FRESH }),
    ])
    const held = read([...current, ...past])
    history.reload(held.versions, held.unreadable)
    index.reload(held.versions)
    unreadable.reload(held.unreadable)
    old.clear()
  }

  async function apply(webhookId: string) {
    const filter = { webhookId, $or: [{ until: null }, { until: { $gt: history.floor() } }] }
    const held = read(await versions.find(filter, FRESH))
    history.replace(webhookId, held.versions)
    index.replace(webhookId, held.versions)
    unreadable.replace(webhookId, held.unreadable)
  }

  async function readInForceAt(sequence: number): Promise<Judges> {
    const judges = { index: createWebhookIndex(compile), unreadable: createUnreadableVersions() }
    const found = read(await versions.find(judgingFilter({ first: sequence, last: sequence })))
    judges.index.reload(found.versions.filter(version => isInForce(version, sequence)))
    judges.unreadable.reload(found.unreadable)
    return judges
  }

  return {
    async follow() {
      await changes.follow({ topic: 'webhooks', reload, apply })
      plugins = await followPlugins({ store, changes, db, logger })
    },

    judgeAt(sequence, exchange) {
      if (history.covers(sequence)) return judgeBy({ index, unreadable }, sequence, exchange)
      return old.get(sequence).then(judges => judgeBy(judges, sequence, exchange))
    },

    all: () => history.current().map(({ webhook }) => webhook),
    get: id => history.currentOf(id)?.webhook,
    versionOf: id => history.currentOf(id),
    isPluginEnabled,
    mayDeliver: id => isPluginEnabled() && history.currentOf(id)?.webhook.enabled === true,
    isUnreadable: id => isPluginEnabled() && unreadable.isCurrent(id),
    unreadableCount: () => unreadable.count() + index.uncompiledAt(Number.MAX_SAFE_INTEGER).length,
    catchUp: () => catchUp(changes),
  }
}

type Judges = { index: WebhookIndex; unreadable: ReturnType<typeof createUnreadableVersions> }

function judgeBy({ index, unreadable }: Judges, sequence: number, exchange: Exchange): JudgedVersions {
  const matched = index.matchAt(sequence, exchange)
  return { matched, unreadable: [...unreadable.enabledAt(sequence), ...index.uncompiledAt(sequence)] }
}

async function catchUp(changes: ChangeLog): Promise<boolean> {
  try {
    await changes.catchUpWithStore(['webhooks', 'plugins'])
    return true
  } catch (error) {
    if (error instanceof StoreUnavailableError) return false
    throw error
  }
}

/**
 * A condition that can't be used is told of. One that no version can read disables its own webhook alone; what may match
 * one with words that this version does not know waits for a process that knows better.
 */
function compileCondition({ webhook }: WebhookVersion, logger: Logger): CompiledCondition {
  const parsed = parsePredicate(webhook.condition, 'condition')
  if (parsed.kind === 'parsed') return parsed.predicate
  logger.error({ webhookId: webhook._id, reason: parsed.message }, 'webhook.unusable')
  return parsed.isWellFormed ? 'unknown' : 'malformed'
}
