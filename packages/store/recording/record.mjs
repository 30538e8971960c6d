// Records what a MongoDB server answers to the cases of the conformance suite.
// node packages/store/recording/record.mjs <mongodb uri> [folder of the npm package `mongodb`, which is not installed here]
import { writeFileSync } from 'node:fs'
import { EJSON, serialize } from 'bson'
import { CORPUS, OTHERS, QUERIES, STAGES } from '../src/conformance/corpus.ts'
import { INNER_PIPELINES } from '../src/conformance/inner-pipelines.ts'
import { randomDocuments, randomFilters } from '../src/conformance/random-cases.ts'
import { UPDATES } from '../src/conformance/updates.ts'

const [uri, driver = 'mongodb'] = process.argv.slice(2)
const { MongoClient } = await import(driver)
const client = await MongoClient.connect(uri)
const db = client.db(`sluice_recording_${Date.now()}`)
const target = name => new URL(`../src/conformance/${name}.recorded.json`, import.meta.url)
const save = (name, answers) => writeFileSync(target(name), `${JSON.stringify(answers, undefined, 1)}\n`)
const exact = document => EJSON.deserialize(EJSON.serialize(document, { relaxed: false }), { relaxed: false })
const canonical = document => EJSON.serialize(exact(document), { relaxed: false })

async function recordQueries(collection) {
  const answers = {}
  for (const [sentence, filter] of QUERIES) {
    const found = await collection.find(filter, { projection: { _id: 1 } }).toArray()
    answers[sentence] = found.map(({ _id }) => _id).sort()
  }
  save('queries', answers)
}

async function recordStages(collection) {
  const answers = {}
  for (const [sentence, stages] of [...STAGES, ...INNER_PIPELINES]) {
    const found = await collection.aggregate(stages, { promoteValues: false }).toArray()
    answers[sentence] = found.map(canonical)
  }
  save('stages', answers)
}

async function recordUpdates(collection) {
  const answers = {}
  for (const [sentence, before, update] of UPDATES) {
    await collection.deleteMany({})
    await collection.insertOne({ _id: 'x', ...before })
    const command = { update: collection.collectionName, updates: [{ q: { _id: 'x' }, u: update }] }
    const outcome = await db.command(command).catch(error => ({ writeErrors: [error] }))
    const isReplacement = !Object.keys(update)[0].startsWith('$')
    const after = await collection.findOne({ _id: 'x' }, { promoteValues: false })
    answers[sentence] = outcome.writeErrors || isReplacement ? 'refused' : canonical(after)
  }
  save('updates', answers)
}

/** One hexadecimal number for each filter; its bits are the documents that match. */
async function recordRandom(collection) {
  const seed = 2026
  const documents = randomDocuments(seed, 100)
  await collection.insertMany(documents)
  const answers = []
  for (const filter of randomFilters(seed + 1, 1000)) {
    serialize(filter)
    const found = await collection.find(filter, { projection: { _id: 1 } }).toArray()
    const bits = found.reduce((all, { _id }) => all | (1n << BigInt(_id)), 0n)
    answers.push(bits.toString(16))
  }
  save('random', { seed, documents: documents.length, answers })
}

const corpus = db.collection('corpus')
await corpus.insertMany(CORPUS)
await db.collection('others').insertMany(OTHERS)
await recordQueries(corpus)
await recordStages(corpus)
await recordUpdates(db.collection('updates'))
await recordRandom(db.collection('random'))
await db.dropDatabase()
await client.close()
