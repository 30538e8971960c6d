import { execFileSync } from 'node:child_process'

/** Results and the pages made of them: they change with each run. */
const WRITTEN_BY_RUNS = ['bench/results', 'faults/results', 'docs/performance.md', 'docs/reliability.md']

/** Reads which commit is checked out, as a short hash, with "with changes" behind it where the work tree differs; "unknown" outside of git. */
export function readCommit(): string {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const commit = git('rev-parse', '--short=7', 'HEAD').trim()
    const changes = git('status', '--porcelain', '--', ':/', ...WRITTEN_BY_RUNS.map(path => `:(top,exclude)${path}`))
    return changes.trim() === '' ? commit : `${commit} with changes`
  } catch {
    return 'unknown'
  }
}
