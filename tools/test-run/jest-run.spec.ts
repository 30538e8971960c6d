import { describe, expect, it } from '@jest/globals'
import { crashedFiles, type JestRun, mergeRuns } from './jest-run.ts'

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
  message: `  ● Test suite failed to run\n\n    A jest worker process (pid=6747) was terminated by another process: signal=${signal}, exitCode=null.`,
})

function runOf(testResults: FileResult[], numPassedTests = 0): JestRun {
  const isFailed = testResults.some(({ status }) => status === 'failed')
  return { status: Number(isFailed), results: { numPassedTests, numFailedTests: 0, numPendingTests: 0, testResults } }
}

describe('a run of jest', () => {
  it.each(['SIGTRAP', 'SIGILL'])('is repeated for a file whose runtime has ended itself by %s', signal => {
    expect(crashedFiles(runOf([PASSED, endedBy(signal)]).results)).toEqual(['/b.spec.ts'])
  })

  it.each(['SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGTERM'])(
    'is not repeated for a file whose worker was ended by %s',
    signal => {
      expect(crashedFiles(runOf([endedBy(signal)]).results)).toEqual([])
    },
  )

  it('is not repeated for a file that failed', () => {
    expect(crashedFiles(runOf([{ ...endedBy('SIGTRAP'), message: 'expected 1 to be 2' }]).results)).toEqual([])
  })

  it('has passed when what crashed has passed in its second run, and counts both', () => {
    const merged = mergeRuns(runOf([PASSED, endedBy('SIGTRAP')], 10), runOf([{ ...PASSED, name: '/b.spec.ts' }], 5))
    expect(merged.status).toBe(0)
    expect(merged.results.numPassedTests).toBe(15)
    expect(merged.results.testResults.map(({ name, status }) => [name, status])).toEqual([
      ['/a.spec.ts', 'passed'],
      ['/b.spec.ts', 'passed'],
    ])
  })

  it('has failed when what crashed crashes again, or when another file has failed', () => {
    const crashed = endedBy('SIGTRAP')
    expect(mergeRuns(runOf([PASSED, crashed]), runOf([crashed])).status).toBe(1)
    const failed = { ...PASSED, status: 'failed', message: 'expected 1 to be 2' }
    expect(mergeRuns(runOf([failed, crashed]), runOf([{ ...PASSED, name: '/b.spec.ts' }])).status).toBe(1)
  })
})
