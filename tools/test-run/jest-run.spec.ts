import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { crashedFiles, type JestRun, mergeRuns, PARTS, repeatableFiles } from './jest-run.ts'

type FileResult = JestRun['results']['testResults'][number]

const PASSED: FileResult = {
  name: '/a.spec.ts',
  status: 'passed',
  message: '',
  startTime: 0,
  endTime: 1,
  assertionResults: [],
}
const endedBy = (signal: string): FileResult => ({
  ...PASSED,
  name: '/b.spec.ts',
  status: 'failed',
  message: `  ● Test suite failed to run\n\n    A worker of the tests has ended: signal=${signal}`,
})

const failedFile = (name: string): FileResult => ({ ...PASSED, name, status: 'failed', message: 'expected 1 to be 2' })

function runOf(testResults: FileResult[]): JestRun {
  const isFailed = testResults.some(({ status }) => status === 'failed')
  return { status: Number(isFailed), results: { testResults } }
}

describe('a run of jest', () => {
  it.each([
    ['services/keys/test/keys.int.spec.ts', 0],
    ['packages/bus/src/outage.int.spec.ts', 0],
    ['packages/bus/src/outage.spec.ts', 1],
    ['e2e/src/services/keys.int.spec.ts', 1],
    ['e2e/src/console/keys.int.spec.ts', 1],
    ['tools/test-run/jest-run.spec.ts', 1],
  ])('has %s in one of its parts', (path, part) => {
    const chosen = PARTS.map(options => {
      const [, pattern = ''] = options.join(' ').split('--testPathPatterns=')
      return [path, join(process.cwd(), path)].some(one => new RegExp(pattern, 'i').test(one))
    })
    expect(chosen).toEqual([part === 0, part === 1])
  })

  it.each(['SIGTRAP', 'SIGILL'])('is repeated for a file whose runtime has ended itself by %s', signal => {
    expect(crashedFiles(runOf([PASSED, endedBy(signal)]).results)).toEqual(['/b.spec.ts'])
  })

  it.each(['SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGTERM'])(
    'is not repeated for a file whose worker was ended by %s',
    signal => {
      expect(crashedFiles(runOf([endedBy(signal)]).results)).toEqual([])
    },
  )

  it('takes no failure for a crash', () => {
    expect(crashedFiles(runOf([failedFile('/b.int.spec.ts')]).results)).toEqual([])
  })

  it('is repeated for at most three files on real backends that failed', () => {
    const failed = ['/a', '/b', '/c', '/d'].map(name => failedFile(`${name}.int.spec.ts`))
    expect(repeatableFiles(runOf([PASSED, ...failed.slice(0, 3)]).results)).toHaveLength(3)
    expect(repeatableFiles(runOf([PASSED, ...failed]).results)).toEqual([])
  })

  it('is repeated for none where a test that needs no backend has failed', () => {
    expect(repeatableFiles(runOf([failedFile('/a.int.spec.ts'), failedFile('/b.spec.ts')]).results)).toEqual([])
  })

  it('counts what crashed apart from what failed', () => {
    const results = runOf([endedBy('SIGTRAP'), failedFile('/a.int.spec.ts')]).results
    expect(repeatableFiles(results)).toEqual(['/a.int.spec.ts'])
  })

  it('has passed when what crashed has passed in its second run', () => {
    const merged = mergeRuns(runOf([PASSED, endedBy('SIGTRAP')]), runOf([{ ...PASSED, name: '/b.spec.ts' }]))
    expect(merged.status).toBe(0)
    expect(merged.results.testResults.map(({ name, status }) => [name, status])).toEqual([
      ['/a.spec.ts', 'passed'],
      ['/b.spec.ts', 'passed'],
    ])
  })

  it('has failed when what crashed crashes again, or when another file has failed', () => {
    const crashed = endedBy('SIGTRAP')
    expect(mergeRuns(runOf([PASSED, crashed]), runOf([crashed])).status).toBe(1)
    expect(
      mergeRuns(runOf([failedFile('/a.spec.ts'), crashed]), runOf([{ ...PASSED, name: '/b.spec.ts' }])).status,
    ).toBe(1)
  })
})
