import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { strToU8, zipSync } from 'fflate'
import { createTar } from 'nanotar'
import { readImportFiles } from './import-files.ts'
import { readImportParts } from './import-parts.ts'

const FILES: Readonly<Record<string, string>> = {
  'old/gql-apps/fleet.json': '{"_id": "fleet"}',
  'old/acl.json': '[{"_id": "a"}, {"_id": "b"}]',
  'old/collections.json': '["boats"]',
  'old/package.json': '{"name": "x"}',
  'old/README.md': '# Old',
  'old/acl/.hidden.json': '{"_id": "hidden"}',
}

describe('the files of a service that moves in', () => {
  let folder = ''
  const write = (name: string, content: string | Uint8Array): string => {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }
  const summary = (source: string) => {
    const { parts, faults, strangers } = readImportParts(readImportFiles(source))
    return { parts: parts.map(({ kind, value }) => [kind, value]), faults, strangers }
  }
  const expected = {
    parts: [
      ['acl', { _id: 'a' }],
      ['acl', { _id: 'b' }],
      ['collections', 'boats'],
      ['gql-apps', { _id: 'fleet' }],
    ],
    faults: [],
    strangers: ['old/package.json'],
  }
  const tar = () => createTar(Object.entries(FILES).map(([name, data]) => ({ name, data })))

  beforeAll(async () => {
    folder = await temporaryDirectory()
    for (const [name, text] of Object.entries(FILES)) write(`tree/${name}`, text)
    symlinkSync('/etc/hostname', join(folder, 'tree/old/acl/link.json'))
  })

  it('are read alike of a folder and of every kind of archive, without links and hidden ones', () => {
    const zip = zipSync(Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, strToU8(text)])))
    expect(summary(join(folder, 'tree'))).toEqual(expected)
    expect(summary(write('old.zip', zip))).toEqual(expected)
    expect(summary(write('old.tar', tar()))).toEqual(expected)
    expect(summary(write('old.tar.gz', gzipSync(tar())))).toEqual(expected)
  })

  it('may be one file with the lists by their names, and with nothing else', () => {
    expect(summary(write('service.json', '{"acl": [{"_id": "a"}], "collections": ["boats"]}')).parts).toHaveLength(2)
    expect(summary(write('odd.json', '{"acl": [],\n "apps": []}')).faults).toEqual([
      expect.objectContaining({ file: 'odd.json', line: 2, message: expect.stringContaining('none of') }),
    ])
  })

  it('are told with line and column where they can not be read, all of them', () => {
    write('bad/acl.json', '[{"_id": "a"},\n 7]')
    write('bad/users.json', '{"_id": ')
    write('bad/collections.json', '[{"_id": "boats"}]')
    expect(summary(join(folder, 'bad')).faults.map(({ file, line, column }) => [file, line, column])).toEqual([
      ['acl.json', 2, 2],
      ['collections.json', 1, 2],
      ['users.json', 1, 9],
    ])
  })

  it('are refused where an archive is damaged, or too large once it is unpacked', () => {
    const bomb = zipSync({ 'acl.json': new Uint8Array(65 * 2 ** 20) })
    expect(() => readImportFiles(write('bomb.zip', bomb))).toThrow(/larger than 64 MiB/)
    expect(() => readImportFiles(write('bomb.tgz', gzipSync(new Uint8Array(65 * 2 ** 20))))).toThrow(/larger than 64/)
    for (const name of ['a.zip', 'a.tgz']) expect(() => readImportFiles(write(name, 'none'))).toThrow(/damaged/)
    expect(() => readImportFiles(write('a.rar', 'none'))).toThrow(/none of what can be read/)
  })
})
