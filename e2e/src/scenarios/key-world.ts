import { type HttpClient, keyClient, ownerClient, userClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'

type JsonInstant = { $date: number }
export type KeyRecord = {
  _id: string
  user: string
  name: string
  roles: string[]
  createdAt: JsonInstant
  expiresAt: JsonInstant
  lastUsedAt?: JsonInstant
  hint: string
}
export type ScenarioKey = KeyRecord & { key: string }

export type Person = {
  name: string
  /** Signed in by password, through the first gateway or the second. */
  at(index: 0 | 1): HttpClient
}

/** Holds a role of its own, and the permission under which that role issues keys. */
export type KeyIssuer = Person & {
  role: string
  permission: string
  issue(body?: object): Promise<ScenarioKey>
  list(): Promise<KeyRecord[]>
  /** @returns what the list has of a key; undefined when it is not there */
  find(key: KeyRecord): Promise<KeyRecord | undefined>
}

type ScenarioPermission = { roles: string[]; predicate: string; [field: string]: unknown }

export type KeyWorld = {
  owner(index?: 0 | 1): HttpClient
  /** Speaks with a key through the first gateway, or the second. */
  through(key: ScenarioKey, index?: 0 | 1): HttpClient
  unique(what: string): string
  makePerson(roles: readonly string[]): Promise<Person>
  /** @param apiKeys the block of the permission */
  makeIssuer(apiKeys: object, permission?: object): Promise<KeyIssuer>
  /** What the console lists: the keys of all users. */
  listAll(): Promise<KeyRecord[]>
  /** @returns the id of the permission */
  permit(permission: ScenarioPermission): Promise<string>
  /** @returns its path */
  makeCollection(documents?: readonly object[]): Promise<string>
  /** Takes users and permissions back. */
  clear(): Promise<void>
}

export const DAY_MS = 86_400_000
/** The specification allows 20 seconds for a change to apply. */
export const WELL_WITHIN_MS = 10_000
export const GATEWAYS = [0, 1] as const

/** What does not change by the use of a key, which is noted a little after it. */
export const withoutUse = ({ lastUsedAt: _, ...record }: KeyRecord) => record

export const PASSWORD = 'a password of a holder of keys'

/** What the sentences about keys are tried on: users, permissions and collections with names of this scenario. */
export function createKeyWorld(target: () => SluiceTarget, scenario: string): KeyWorld {
  const made: string[] = []
  let count = 0
  const unique = (what: string) => `${scenario}-${what}-${++count}`
  const owner = (index: 0 | 1 = 0) => ownerClient({ url: target().urls[index], ownerPassword: target().ownerPassword })
  const make = async (path: string, document: { _id: string; [field: string]: unknown }) => {
    await owner().json('POST', path, document)
    made.push(`${path}/${document._id}`)
    return document._id
  }

  const makePerson = async (roles: readonly string[]): Promise<Person> => {
    const name = await make(`${target().base}/users`, { _id: unique('user'), password: PASSWORD, roles })
    return { name, at: index => userClient(target().urls[index], { name, password: PASSWORD }) }
  }
  const permit = (permission: ScenarioPermission) =>
    make(`${target().base}/acl`, { _id: unique('permission'), ...permission })

  return {
    owner,
    through: ({ key }, index = 0) => keyClient(target().urls[index], key),
    unique,
    makePerson,
    permit,
    async makeIssuer(apiKeys, rest = {}) {
      const role = unique('role')
      const permission = await permit({ roles: [role], predicate: "path-prefix('/keys')", apiKeys, ...rest })
      const person = await makePerson([role])
      const issue = (body = {}) => person.at(0).json<ScenarioKey>('POST', '/keys', { name: 'script', ...body })
      const list = () => person.at(0).json<KeyRecord[]>('GET', '/keys')
      const find = async ({ _id }: KeyRecord) => (await list()).find(key => key._id === _id)
      return { ...person, role, permission, issue, list, find }
    },
    listAll: () => owner().json('GET', '/admin/keys?pagesize=1000'),
    async makeCollection(documents = []) {
      const path = `${target().base}/${unique('collection')}`
      await owner().json('PUT', path)
      for (const document of documents) await owner().json('POST', path, document)
      return path
    },
    async clear() {
      for (const path of made.splice(0).reverse()) await owner().text('DELETE', path)
    },
  }
}
