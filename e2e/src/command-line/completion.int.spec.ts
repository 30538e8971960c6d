import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { openSampleProject } from './sample-project.ts'
import { buildCommandLine, type SluiceCommand } from './sluice-command.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are programs of shells.
/** What a shell runs to complete the words in its `$WORDS`, one a line, by the script in the file `$SCRIPT`. */
const SHELLS = {
  bash: 'source "$SCRIPT"; mapfile -t COMP_WORDS <<< "$WORDS"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sluice; printf "%s\\n" "${COMPREPLY[@]}"',
  zsh: 'compdef() { :; }; _files() { :; }; compadd() { print -rl -- "${found[@]}"; }; source "$SCRIPT"; words=("${(@f)WORDS}"); CURRENT=$#words; _sluice',
  fish: 'source "$SCRIPT"; complete -C (string join " " (string split \\n "$WORDS"))',
} as const
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these are programs of shells.

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

describe('completion', () => {
  let target: SluiceTarget
  let project: SluiceCommand
  let programs: string

  const completeIn = async (shell: keyof typeof SHELLS, ...words: string[]): Promise<string[]> => {
    const script = join(programs, `script.${shell}`)
    writeFileSync(script, (await project.run(['completion', shell])).stdout)
    const { PATH: _, ...environment } = project.environment
    const given = { ...environment, HOME: programs, SCRIPT: script, WORDS: ['sluice', ...words].join('\n') }
    const assignments = Object.entries(given).map(([name, value]) => `${name}=${value}`)
    const searched = `exec env PATH="${programs}:$PATH" "$@"`
    const output = execFileSync('sh', ['-c', searched, 'sh', ...assignments, shell, '-c', SHELLS[shell]], {
      cwd: project.folder,
      encoding: 'utf8',
    })
    return output.split('\n').filter(Boolean)
  }

  beforeAll(async () => {
    const program = await buildCommandLine()
    target = await openStandaloneTarget()
    project = await openSampleProject(program, target)
    programs = await temporaryDirectory()
    const wrapper = join(programs, 'sluice')
    writeFileSync(wrapper, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
    chmodSync(wrapper, 0o755)
  }, 120_000)
  afterAll(() => target?.stop())

  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const inShell = isThere(shell) ? it : it.skip
    inShell(`of ${shell} knows commands, and names of the server`, async () => {
      expect(await completeIn(shell, 'webh')).toEqual(['webhooks'])
      expect(await completeIn(shell, 'webhooks', 'get', 'new-')).toEqual(['new-route'])
      expect(await completeIn(shell, 'apps', 'get', 'f')).toEqual(['flights'])
    })
  }

  it('says nothing where nobody answers, and fails for no reason', async () => {
    const silent = ['complete', '--', '--url', 'http://127.0.0.1:9', 'apps', 'get', '']
    expect(await project.run(silent)).toEqual({ code: 0, stdout: '', stderr: '' })
    const stranger = { SLUICE_KEY: 'slk_nobody' }
    expect(await project.run(['complete', '--', 'apps', 'get', ''], { environment: stranger })).toMatchObject({
      code: 0,
      stdout: '',
    })
  })
})
