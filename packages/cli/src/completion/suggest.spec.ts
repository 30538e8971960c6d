import { describe, expect, it } from '@jest/globals'
import { COMMANDS } from '../commands/commands.ts'
import { GLOBAL_OPTIONS } from '../program/program.ts'
import { suggest } from './suggest.ts'

const suggestFor = (...words: string[]) => suggest(words, { commands: COMMANDS, globalOptions: GLOBAL_OPTIONS })

describe('what may stand in the place of a word', () => {
  it('is a command, or the next word of one', () => {
    expect(suggestFor('')).toEqual({ words: expect.arrayContaining(['login', 'apps', 'keys']) })
    expect(suggestFor('apps', '')).toEqual({ words: expect.arrayContaining(['list', 'documents']) })
    expect(suggestFor('--json', '-p', 'dev', 'apps', 'documents', '')).toEqual({ words: ['push'] })
    expect(suggestFor('nonsense', '')).toEqual({ words: [] })
  })

  it('is an option of the command, or of every command', () => {
    expect(suggestFor('keys', 'issue', '--')).toEqual({ words: expect.arrayContaining(['--name', '--role', '--json']) })
    expect(suggestFor('keys', 'issue', '--')).not.toEqual({ words: expect.arrayContaining(['--grace']) })
  })

  it('is one of the values of an option', () => {
    expect(suggestFor('webhooks', 'redeliver', 'x', '--status', '')).toEqual({
      words: ['failed', 'success', 'skipped'],
    })
    expect(suggestFor('-p', '')).toEqual({ names: 'profiles' })
    expect(suggestFor('tail', '--webhook', '')).toEqual({ names: 'webhooks' })
    expect(suggestFor('keys', 'issue', '--name', '')).toEqual({ words: [] })
  })

  it('is a name where the first argument is one', () => {
    expect(suggestFor('apps', 'get', '')).toEqual({ names: 'apps' })
    expect(suggestFor('apps', 'documents', 'push', 'fl')).toEqual({ names: 'apps' })
    expect(suggestFor('webhooks', 'logs', '--limit', '3', '')).toEqual({ names: 'webhooks' })
    expect(suggestFor('permissions', 'get', '')).toEqual({ names: 'permissions' })
    expect(suggestFor('apps', 'draft', '')).toEqual({ words: [] })
    expect(suggestFor('webhooks', 'log', 'new-route', '')).toEqual({ words: [] })
    expect(suggestFor('completion', '')).toEqual({ words: ['bash', 'zsh', 'fish'] })
  })
})
