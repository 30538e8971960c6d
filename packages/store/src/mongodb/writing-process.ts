import { openMongoStore } from './index.ts'

// Started by a test, which kills it: writes 1,000 documents one after the other and says each number once it is acknowledged.
const [uri = '', prefix = ''] = process.argv.slice(2)
const store = await openMongoStore({ uri, prefix })
const written = store.collection({ db: 'killed', collection: 'written' })
for (let _id = 0; _id < 1000; _id += 1) {
  await written.insertOne({ _id })
  process.stdout.write(`${_id}\n`)
}
await store.close()
