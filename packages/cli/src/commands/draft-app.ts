import { join, relative } from 'node:path'
import { usageError } from '../cli-error.ts'
import { fileNameOf } from '../definitions/file-name.ts'
import { folderFiles } from '../definitions/folder-files.ts'
import { normalForm } from '../definitions/normal-form.ts'
import { changeFiles, compareFiles, readFiles } from '../folder/folder-store.ts'
import { visible } from '../output/terminal.ts'
import type { CommandSpec } from '../program/command.ts'
import { openDefaultDatabase } from '../program/sign-in.ts'
import { rootOf } from './definitions/definition-source.ts'

export const draft: CommandSpec = {
  name: 'apps draft',
  parameters: '<collection>',
  summary: 'Draft an app from what a collection holds, and write its folder; nothing is saved on the server',
  examples: ['sluice apps draft routes', 'sluice apps draft routes --id network'],
  options: [
    { flags: '--id <id>', text: 'the id of the app; the name of the collection without it' },
    { flags: '--db <database>', text: 'the database of the collection; the default one without it' },
  ],
  async run(context, input) {
    const { terminal, signal } = context
    const collection = input.argument(0)
    const id = input.text('id') ?? collection
    const key = fileNameOf(id)
    if (key === undefined) throw usageError(`"${id}" can't be an id.`)
    const root = rootOf(context)
    const before = readFiles(root)
    if (before.has(`apps/${key}/app.json`))
      throw usageError(`${join(root, 'apps', key)} is there already.`, 'Name another one: --id')
    const client = await openDefaultDatabase(context)
    const db = input.text('db') ?? (await client.whoami({ signal })).service.defaultDatabase
    const drafted = await client.apps.draft({ db, collection }, { signal })
    const document = normalForm('app', { ...drafted, _id: id })
    const files = folderFiles([{ kind: 'app', key, document }], new Set())
    const changes = compareFiles(before, files, path => path.startsWith(`apps/${key}/`))
    changeFiles(root, files, changes)
    const shown = changes.map(({ path }) => relative(context.directory, join(root, path)))
    if (terminal.isJson) terminal.printDocument({ files: shown })
    else for (const file of shown) terminal.print(visible(file))
  },
}
