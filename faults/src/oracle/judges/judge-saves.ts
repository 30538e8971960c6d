import { type PromiseVerdict, verdict } from '../verdict.ts'

/** One document that was saved over and over, each time under the next number. */
export type SavedOften = {
  name: string
  /** Times in epoch ms. `status`: of the answer; undefined where none came. */
  saves: readonly { number: number; gateway: number; startedAt: number; endedAt: number; status: number | undefined }[]
  /** What was in force when somebody asked; undefined where that could not be told. */
  looks: readonly { gateway: number; startedAt: number; number: number | undefined }[]
  /** One node serves both gateways: what it has saved is live by either. */
  isOneNode: boolean
}

type Save = SavedOften['saves'][number]
type SaveLook = SavedOften['looks'][number]

/** What is saved is live on the node that saved it before the answer, and on all within that time (G7). */
export function judgeSaves(all: readonly SavedOften[], withinMs: number): PromiseVerdict {
  const figures = all.map(one => `${one.name}: ${one.saves.filter(isSaved).length} saves, ${one.looks.length} looks`)
  const findings = all.flatMap(one => [
    ...one.saves
      .filter(save => !isSaved(save))
      .map(({ number, status }) => `${one.name}: save ${number} was answered ${status ?? 'not at all'}`),
    ...one.looks.flatMap(look => judgeLook(one, look, withinMs)),
  ])
  return verdict('O', figures.join('; '), findings)
}

function judgeLook({ name, saves, isOneNode }: SavedOften, look: SaveLook, withinMs: number): string[] {
  const liveAt = ({ gateway, endedAt }: Save) => (isOneNode || gateway === look.gateway ? endedAt : endedAt + withinMs)
  const due = saves.filter(save => isSaved(save) && liveAt(save) <= look.startedAt).at(-1)
  if (!due || (look.number ?? Number.NEGATIVE_INFINITY) >= due.number) return []
  const after = Math.round(look.startedAt - due.endedAt)
  const who = due.gateway === look.gateway ? 'which had saved it' : `and gateway ${due.gateway + 1} had saved it`
  const shown = look.number === undefined ? 'nothing' : `${look.number}`
  return [`${name}: gateway ${look.gateway + 1} showed ${shown} instead of ${due.number}, ${who}, after ${after} ms`]
}

const isSaved = ({ status = 0 }: Save): boolean => status >= 200 && status < 300
