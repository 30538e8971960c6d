import { EXIT, type ExitCode } from '../../cli-error.ts'
import { folderFiles } from '../../definitions/folder-files.ts'
import { presentFolders, readFolder } from '../../definitions/read-folder.ts'
import { changeFiles, compareFiles } from '../../folder/folder-store.ts'
import { visible } from '../../output/terminal.ts'
import type { CommandSpec } from '../../program/command.ts'
import { checkComparison, compareSides } from './compare.ts'
import { ONLY, readSource, SECRETS } from './definition-source.ts'

export const validate: CommandSpec = {
  name: 'validate',
  summary: 'Check the files, and have the server check what they say; all faults at once',
  examples: ['sluice validate', 'sluice validate --offline', 'sluice validate --only apps'],
  options: [ONLY, { flags: '--offline', text: 'only the files: ask no server' }, SECRETS],
  async run(context, input): Promise<ExitCode> {
    const { terminal } = context
    if (input.isSet('offline')) {
      const { definitions } = readSource(context, input)
      tell(definitions.length, [])
      return EXIT.done
    }
    const comparison = await compareSides(context, input)
    const { untried } = await checkComparison(context, comparison)
    tell(comparison.source.definitions.length, untried)
    return EXIT.done

    function tell(count: number, reasons: readonly string[]): void {
      if (terminal.isJson) terminal.printDocument({ definitions: count, faults: [], untried: reasons })
      else {
        terminal.print(`${count} definitions, no faults.`)
        for (const reason of reasons) terminal.note(visible(`Not tried: ${reason}`))
      }
    }
  },
}

export const fmt: CommandSpec = {
  name: 'fmt',
  summary: 'Bring the JSON files into the form that pull writes',
  examples: ['sluice fmt', 'sluice fmt --check'],
  options: [ONLY, { flags: '--check', text: 'write nothing; exit 4 when files would change' }],
  async run(context, input): Promise<ExitCode> {
    const { terminal } = context
    const { root, files, scope, definitions } = readSource(context, input)
    const all = readFolder(files, { has: () => true, hasFolder: folder => scope.hasFolder(folder) }).definitions
    const wanted = folderFiles(all, presentFolders(files))
    const labels = new Set(definitions.map(({ file }) => file))
    const changes = compareFiles(
      files,
      wanted,
      path => path.endsWith('.json') && (labels.has(path) || /\/(?:schema|indexes)\.json$|\/aggregations\//.test(path)),
    )
      .filter(({ change }) => change === 'written')
      .filter(({ path }) => scope.hasFolder(path === 'service.json' ? 'service' : 'apps') || !path.startsWith('apps/'))
    if (!input.isSet('check')) changeFiles(root, wanted, changes)
    if (terminal.isJson) terminal.printDocument({ changes })
    else for (const { path } of changes) terminal.print(visible(`~ ${path}`))
    return input.isSet('check') && changes.length > 0 ? EXIT.differences : EXIT.done
  },
}
