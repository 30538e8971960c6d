import { DOCUMENT_RULES, wireDate } from '@sluice/contracts'
import { formatDocument } from '@sluice/documents'
import { bytes, type Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { type AppAccess, openAccess } from '../domain/app-access.ts'
import { MAX_VERSIONS, parseAppId } from '../domain/app-identity.ts'
import type { AppStore, AppVersion } from '../ports/app-store.ts'
import { noSuchApp } from './app-answer.ts'

const versionShape = z
  .object({
    version: z.int().meta({ description: 'Counts from 1; never used twice.' }),
    at: wireDate.meta({ description: 'When it was written.' }),
    by: z.string().nullable().meta({ description: 'Who wrote it; null where that is not known.' }),
    etag: z.string(),
  })
  .meta({
    id: 'AppVersion',
    examples: [{ version: 1, at: { $date: 1795514401000 }, by: 'ada', etag: '6b03e00a89fb6746dd7a3ad2' }],
  })

/** `GET /gql-apps/<id>/versions`: newest first, without their texts; those that the caller could have read as the app. */
export const listAppVersions = ({ appStore }: { appStore: AppStore }): Operation => ({
  id: 'listAppVersions',
  tag: 'apps',
  summary: `List the versions of a GraphQL app that are kept (the last ${MAX_VERSIONS}), newest first`,
  answerHeaders: ['X-Total-Count'],
  appliedRules: DOCUMENT_RULES,
  answers: { 200: z.array(versionShape) },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
  async handle({ params: { id = '' }, caller }) {
    const appId = parseAppId(id)
    const { readable, show } = openAccess(caller)
    const [app, versions] = await Promise.all([appStore.find(appId, readable), appStore.versions(appId, readable)])
    if (!app) return noSuchApp(id)
    const shown = versions.map(version => showVersion(version, show))
    return bytes(formatDocument(shown), 'application/json', {
      headers: { 'x-total-count': String(versions.length), 'cache-control': 'private' },
    })
  },
})

/** A version without its text tells what its app shows as `_etag`, so that it is hidden with that. */
function showVersion({ etag, ...version }: AppVersion, show: AppAccess['show']) {
  const { _etag, ...others } = show({ ...version, _etag: etag })
  return { ...others, ...(_etag === undefined ? {} : { etag: _etag }) }
}
