import { callFor } from './call.ts'
import { systemPath } from './service-facts.ts'

/** The console asks about these: each thing that it shows or hides, by the request that it would make. */
const QUESTIONS = {
  seeKeys: { method: 'GET', path: '/keys' },
  seePlugins: { method: 'GET', path: '/plugins' },
  changePlugins: { method: 'POST', path: '/plugins/api-keys/enable' },
  seeApps: { method: 'GET', path: '/gql-apps' },
  makeApps: { method: 'POST', path: '/gql-apps' },
  seeData: { method: 'GET', path: '/' },
  seeWebhooks: { method: 'GET', path: '/webhooks' },
  makeWebhooks: { method: 'POST', path: '/webhooks' },
  seeDeliveries: { method: 'GET', path: '/webhooks/logs' },
  seeEvents: { method: 'GET', path: '/events' },
  followEvents: { method: 'GET', path: '/events/tail' },
  record: { method: 'POST', path: '/webhooks/recordings' },
  seeMailServer: { method: 'GET', path: '/webhooks/mail-server' },
  seePermissions: { method: 'GET', path: '/acl' },
  makePermissions: { method: 'POST', path: '/acl' },
  checkPermissions: { method: 'POST', path: '/acl/check' },
  changePermissions: { method: 'POST', path: '/acl/changes' },
  explainAccess: { method: 'POST', path: '/acl/explain' },
  seeUsers: { method: 'GET', path: '/users' },
  makeUsers: { method: 'POST', path: '/users' },
  seeAllKeys: { method: 'GET', path: '/admin/keys' },
  revokeAnyKey: { method: 'DELETE', path: '/admin/keys/any' },
  revokeMatchingKeys: { method: 'DELETE', path: '/admin/keys' },
  seeAudit: { method: 'GET', path: '/admin/audit' },
  seeProcesses: { method: 'GET', path: '/admin/processes' },
  seeAbout: { method: 'GET', path: '/admin/about' },
} as const
export type Leave = keyof typeof QUESTIONS
export type Leaves = Readonly<Partial<Record<Leave, boolean>>>

type OwnAccess = { allowed: boolean; depends: boolean }

/** Says what one may do. What depends on the rest of a request is shown: the server decides. */
export async function askLeaves(): Promise<Leaves> {
  const [users, acl, apps] = await Promise.all([systemPath('users'), systemPath('acl'), systemPath('gql-apps')])
  const body = Object.values(QUESTIONS).map(({ method, path }) => ({
    method,
    path: placed(path, { users, acl, apps }),
  }))
  const answers = await callFor<OwnAccess[]>({ method: 'POST', path: '/whoami/may', body })
  const known = Object.keys(QUESTIONS).map((name, at) => [name, answers[at]?.allowed || answers[at]?.depends])
  return Object.fromEntries(known)
}

type SystemPaths = { users: string; acl: string; apps: string }

/** What is asked about users, permissions and apps themselves stands where the tier has them. */
const placed = (path: string, { users, acl, apps }: SystemPaths): string =>
  path
    .replace(/^\/users$/, users)
    .replace(/^\/acl(?=$|\/changes$)/, acl)
    .replace(/^\/gql-apps$/, apps)
