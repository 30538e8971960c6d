import { expect, it } from '@jest/globals'
import { createLogger } from '@sluice/service-kit'
import { reportFlawed, reportUnusable } from '../src/app-reader.ts'

it('what is wrong with a stored app is logged once per version: off line as an error, on line as a warning', () => {
  const lines: { level: string; msg: string; app: string; faults: string[] }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const logger = createLogger({ service: 'test', level: 'warn', destination })
  const faults = [{ path: 'mappings.Query.all.stages', message: 'is empty' }]
  for (const report of [reportUnusable(logger), reportFlawed(logger)]) {
    for (const etag of ['1', '1', '2']) report({ id: 'shop', etag }, faults)
  }
  const told = { app: 'shop', faults: ['mappings.Query.all.stages: is empty'] }
  expect(lines.slice(0, 2)).toMatchObject([
    { ...told, level: 50, msg: 'app.unusable' },
    { ...told, level: 50, msg: 'app.unusable' },
  ])
  expect(lines.slice(2)).toMatchObject([
    { ...told, level: 40, msg: 'app.flawed' },
    { ...told, level: 40, msg: 'app.flawed' },
  ])
})
