import type { ChangeLog } from '@sluice/change-log'
import { pluginRecord } from '@sluice/contracts'
import { parsePredicate } from '@sluice/predicate'
import type { Logger } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import type { ArmedWebhook, WebhookSnapshot } from '../domain/match-webhooks.ts'
import { createVersionHistory } from '../domain/version-history.ts'
import { isInForce, type WebhookVersion } from '../domain/webhook-version.ts'
import type { LiveWebhooks } from '../ports.ts'
import { collectionsOf } from './collections.ts'
import { readVersions } from './document-webhook-store.ts'

type Backing = { store: Store; changes: ChangeLog; db: string; logger: Logger }

/** How many versions that have ended are held, for events that were stamped before the last changes. */
const ENDED_VERSIONS = 1000
const CACHED_SNAPSHOTS = 32

/** Follows webhooks and the plugin's switch. To be followed before it is asked. */
export function liveWebhooks({ store, changes, db, logger }: Backing): LiveWebhooks & { follow(): Promise<void> } {
  const names = collectionsOf(db)
  const versions = store.collection(names.versions)
  const plugins = store.collection(names.plugins)
  const history = createVersionHistory(ENDED_VERSIONS)
  const snapshots = new Map<number, Promise<WebhookSnapshot>>()
  let isPluginEnabled = false

  async function reload() {
    const ended = { sort: { until: -1 }, limit: ENDED_VERSIONS } as const
    const [current, past] = await Promise.all([
      versions.find({ until: null }),
      versions.find({ until: { $ne: null } }, ended),
    ])
    history.reload([...readVersions(current), ...readVersions(past)])
    snapshots.clear()
  }

  async function apply(webhookId: string) {
    const filter = { webhookId, $or: [{ until: null }, { until: { $gt: history.floor() } }] }
    history.replace(webhookId, readVersions(await versions.find(filter)))
  }

  async function readPlugin() {
    const parsed = pluginRecord.safeParse(await plugins.findOne({ _id: 'webhooks' }))
    isPluginEnabled = parsed.success && parsed.data.state === 'enabled'
  }

  async function load(sequence: number): Promise<WebhookSnapshot> {
    const judging = history.covers(sequence) ? history.inForceAt(sequence) : await readOld(sequence)
    return judging.filter(({ webhook }) => webhook.enabled).flatMap(version => arm(version, logger))
  }

  /** An event from before what is held: its versions are read from the store. */
  async function readOld(sequence: number): Promise<WebhookVersion[]> {
    const filter = { from: { $lte: sequence }, $or: [{ until: null }, { until: { $gt: sequence } }] }
    return readVersions(await versions.find(filter)).filter(version => isInForce(version, sequence))
  }

  return {
    async follow() {
      await changes.follow({ topic: 'webhooks', reload, apply })
      await changes.follow({ topic: 'plugins', reload: readPlugin, apply: readPlugin })
    },

    snapshotAt(sequence) {
      const cached = snapshots.get(sequence)
      if (cached) return cached
      const loading = load(sequence)
      snapshots.set(sequence, loading)
      loading.catch(() => snapshots.delete(sequence))
      const [oldest] = snapshots.keys()
      if (snapshots.size > CACHED_SNAPSHOTS && oldest !== undefined) snapshots.delete(oldest)
      return loading
    },

    all: () => history.current().map(({ webhook }) => webhook),
    get: id => history.currentOf(id)?.webhook,
    isPluginEnabled: () => isPluginEnabled,
    mayDeliver: id => isPluginEnabled && history.currentOf(id)?.webhook.enabled === true,
  }
}

/** A condition that does not parse, because it got in some other way, disables its own webhook alone. */
function arm(version: WebhookVersion, logger: Logger): ArmedWebhook[] {
  const parsed = parsePredicate(version.webhook.condition, 'condition')
  if (parsed.kind === 'parsed') return [{ version, condition: parsed.predicate }]
  logger.error({ webhookId: version.webhook._id, reason: parsed.message }, 'webhook.unusable')
  return []
}
