import { readFile, writeFile } from 'node:fs/promises'
import { BSON } from 'mongodb'
import { z } from 'zod'
import { log, type ToolTask } from './task.ts'

const withId = z.looseObject({ _id: z.string() })

const collectionOf = ({ client, db, collection = '' }: ToolTask) =>
  client.db(db).collection<{ _id: string }>(collection)

/** A line of JSON for each document. */
export async function exportCollection(task: ToolTask): Promise<void> {
  const documents = await collectionOf(task).find({}, { promoteValues: false }).toArray()
  const text = documents.map(document => `${BSON.EJSON.stringify(document, { relaxed: true })}\n`).join('')
  if (task.out === undefined) process.stdout.write(text)
  else await writeFile(task.out, text)
  log(`exported ${documents.length} record(s)`)
}

/** Without a file there is nothing to import, which leaves the drop. */
export async function importCollection(task: ToolTask): Promise<void> {
  const collection = collectionOf(task)
  if (task.drop) {
    log(`dropping: ${task.db}.${task.collection}`)
    await collection.drop()
  }
  const lines = task.file === undefined ? [] : (await readFile(task.file, 'utf8')).split('\n').filter(Boolean)
  for (const line of lines) {
    const document = withId.parse(BSON.EJSON.parse(line, { relaxed: false }))
    await collection.replaceOne({ _id: document._id }, document, { upsert: true })
  }
  log(`${lines.length} document(s) imported successfully. 0 document(s) failed to import.`)
}
