import { expect } from '@jest/globals'
import type { SluiceTarget } from '../target.ts'
import { HOOK_CANARY, SAMPLE_FILES } from './sample-definitions.ts'
import { openProject, type SluiceCommand } from './sluice-command.ts'

/** A project with the sample definitions, which the server has, too. */
export async function openSampleProject(program: string, target: SluiceTarget): Promise<SluiceCommand> {
  const project = await openProject(program, target)
  project.write(SAMPLE_FILES)
  const applied = await project.run(['apply', '--yes'], { environment: { SLUICE_SECRET_HOOK: HOOK_CANARY } })
  expect(applied.code).toBe(0)
  return project
}
