import { remember } from '@sluice/bounds'
import type { ChangeLog } from '@sluice/change-log'
import { type Predicate, parsePredicate } from '@sluice/predicate'
import { followPlugins, type Logger, type Plugins } from '@sluice/service-kit'
import { type Document, type Store, StoreUnavailableError } from '@sluice/store'
import { createVersionHistory } from '../domain/webhook/version-history.ts'
import { createWebhookIndex, type WebhookIndex } from '../domain/webhook/webhook-index.ts'
import { isInForce, type WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import { collectionsOf } from './collections.ts'
import { readVersions } from './document-webhook-store.ts'

type Backing = { store: Store; changes: ChangeLog; db: string; logger: Logger }

/** How many versions that have ended are held, for events that were stamped before the last changes. */
const ENDED_VERSIONS = 1000
/** Stamps from before what is held whose webhooks are kept at hand. */
const CACHED_STAMPS = 32

/** Follows webhooks and the state of their plugin. To be followed before it is asked. */
export function liveWebhooks({ store, changes, db, logger }: Backing): LiveWebhooks & { follow(): Promise<void> } {
  const names = collectionsOf(db)
  const versions = store.collection(names.versions)
  const history = createVersionHistory(ENDED_VERSIONS)
  const compile = (version: WebhookVersion) => compileCondition(version, logger)
  const index = createWebhookIndex(compile)
  const read = (documents: readonly Document[]) =>
    readVersions(documents, unreadable => logger.error(unreadable, 'webhook.unusable'))
  /** For events from before what is held: the versions that judge them are read from the store. */
  const old = remember(CACHED_STAMPS, readInForceAt)
  let plugins: Plugins | undefined
  const isPluginEnabled = () => plugins?.isEnabled('webhooks') === true

  async function reload() {
    const ended = { sort: { until: -1 }, limit: ENDED_VERSIONS } as const
    const [current, past] = await Promise.all([
      versions.find({ until: null }),
      versions.find({ until: { $ne: null } }, ended),
    ])
    const held = [...read(current), ...read(past)]
    history.reload(held)
    index.reload(held)
    old.clear()
  }

  async function apply(webhookId: string) {
    const filter = { webhookId, $or: [{ until: null }, { until: { $gt: history.floor() } }] }
    const held = read(await versions.find(filter))
    history.replace(webhookId, held)
    index.replace(webhookId, held)
  }

  async function readInForceAt(sequence: number): Promise<WebhookIndex> {
    const filter = { from: { $lte: sequence }, $or: [{ until: null }, { until: { $gt: sequence } }] }
    const judging = createWebhookIndex(compile)
    judging.reload(read(await versions.find(filter)).filter(version => isInForce(version, sequence)))
    return judging
  }

  return {
    async follow() {
      await changes.follow({ topic: 'webhooks', reload, apply })
      plugins = await followPlugins({ store, changes, db, logger })
    },

    async matchAt(sequence, exchange) {
      const judging = history.covers(sequence) ? index : await old.get(sequence)
      return judging.matchAt(sequence, exchange)
    },

    all: () => history.current().map(({ webhook }) => webhook),
    get: id => history.currentOf(id)?.webhook,
    versionOf: id => history.currentOf(id),
    isPluginEnabled,
    mayDeliver: id => isPluginEnabled() && history.currentOf(id)?.webhook.enabled === true,
    catchUp: () => catchUp(changes),
  }
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

/** A condition that does not parse, because it got in some other way, disables its own webhook alone. */
function compileCondition({ webhook }: WebhookVersion, logger: Logger): Predicate | undefined {
  const parsed = parsePredicate(webhook.condition, 'condition')
  if (parsed.kind === 'parsed') return parsed.predicate
  logger.error({ webhookId: webhook._id, reason: parsed.message }, 'webhook.unusable')
  return undefined
}
