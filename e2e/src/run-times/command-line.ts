import process from 'node:process'
import { type ConsumerInput, consume } from './consume.ts'

const input: ConsumerInput = JSON.parse(process.argv.at(-1) ?? '')
process.stdout.write(JSON.stringify(await consume(input)))
