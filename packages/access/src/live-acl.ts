import { type ChangeLog, createLiveTable, type TableChange } from '@sluice/change-log'
import type { Document, Store } from '@sluice/store'
import { type Acl, indexPermissions } from './acl.ts'
import { checkPermission, type Permission } from './check-permission.ts'
import { idOf, type RejectedPermission } from './compile-permissions.ts'

export type LiveAclOptions = {
  store: Store
  changes: ChangeLog
  /** The database that holds `acl`. */
  db: string
  /** Told once of every stored document that is no valid permission, and again when its faults have changed. */
  onRejected(rejected: RejectedPermission): void
  /** Told when `current` gives another one. */
  onChange?(): void
}

/** The permissions as they are now; to be used while the change log `isTrusted`. */
export type LiveAcl = { current(): Acl }

// A reading that is older than the change it was asked for would stay until the next change.
const FRESH = { linearizable: true } as const

/** Keeps the compiled ACL in step with the `acl` collection. Resolves when it has been loaded once. */
export async function createLiveAcl(options: LiveAclOptions): Promise<LiveAcl> {
  const { store, changes, db, onRejected } = options
  const collection = store.collection({ db, collection: 'acl' })
  const accept = createGate(onRejected)
  const permissions = new Map<string, Permission>()
  let acl = indexPermissions([])

  function onChange(change: TableChange<Permission>) {
    if (change.kind === 'reloaded') {
      permissions.clear()
      for (const [id, permission] of change.entries) permissions.set(id, permission)
    } else if (change.after) permissions.set(change.id, change.after)
    else permissions.delete(change.id)
    acl = indexPermissions(permissions.values())
    options.onChange?.()
  }

  async function load() {
    const accepted: [string, Permission][] = []
    for await (const batch of collection.scan({}, FRESH)) {
      for (const document of batch) {
        const permission = accept(idOf(document), document)
        if (permission) accepted.push([permission.id, permission])
      }
    }
    return accepted
  }

  async function loadOne(id: string): Promise<Permission | undefined> {
    return accept(id, (await collection.findOne({ _id: id }, FRESH)) ?? (await findByText(id)))
  }

  /** An `_id` that is no text, such as an ObjectId, is found by how it is written. */
  async function findByText(id: string): Promise<Document | undefined> {
    for await (const batch of collection.scan({}, { projection: { _id: 1 }, ...FRESH })) {
      const found = batch.find(document => idOf(document) === id)
      if (found) return await collection.findOne({ _id: found._id }, FRESH)
    }
    return undefined
  }

  await createLiveTable<Permission>({ changes, topic: 'acl', comesInSets: true, load, loadOne, onChange })
  return { current: () => acl }
}

/** Lets valid permissions through; remembers what was reported, so that a bad document is not reported at every reload. */
function createGate(onRejected: (rejected: RejectedPermission) => void) {
  const reported = new Map<string, string>()
  return (id: string, document: Document | undefined): Permission | undefined => {
    const checked = document && checkPermission(document)
    if (checked?.kind !== 'invalid') {
      reported.delete(id)
      return checked?.permission
    }
    const faults = JSON.stringify(checked.errors)
    if (reported.get(id) !== faults) onRejected({ id, errors: checked.errors })
    reported.set(id, faults)
    return undefined
  }
}
