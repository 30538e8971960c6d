import { openSqliteStore } from '../index.ts'

// Started by a test as `node --watch` starts a process: the worker threads then post their imports beside their replies.
const [path = ''] = process.argv.slice(2)
const store = await openSqliteStore({ path })
const documents = store.collection({ db: 'd', collection: 'c' })
await documents.insertOne({ _id: 1, n: 1 })
const found = await documents.find({ n: 1 })
const counted = await documents.aggregate([{ $count: 'documents' }])
await store.close()
process.send?.({ found, counted })
process.disconnect()
