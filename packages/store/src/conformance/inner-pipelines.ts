import { Int32 } from 'bson'
import type { Document } from '../port.ts'

const int = (value: number) => new Int32(value)
const byId = { $sort: { _id: int(1) } }
const lists = { $match: { _id: { $in: ['list', 'int', 'missing'] } } }
const others = { from: 'others', localField: 'a', foreignField: 'k', as: 'found' }

/** Stages with pipelines of their own, and new roots. Answers: `stages.recorded.json`. */
export const INNER_PIPELINES: readonly (readonly [sentence: string, stages: Document[]])[] = [
  [
    '$lookup with equality and a pipeline',
    [lists, { $lookup: { ...others, pipeline: [{ $match: { _id: { $ne: int(1) } } }] } }, byId],
  ],
  [
    '$lookup with a pipeline that shapes what it found',
    [lists, { $lookup: { ...others, pipeline: [byId, { $project: { _id: int(0), k: int(1) } }] } }, byId],
  ],
  [
    '$lookup with a pipeline that counts for each document',
    [lists, { $lookup: { ...others, pipeline: [{ $count: 'n' }] } }, byId],
  ],
  [
    '$lookup with a pipeline alone joins all with the same',
    [lists, { $lookup: { from: 'others', pipeline: [{ $match: { k: 'none' } }], as: 'found' } }, byId],
  ],
  [
    '$lookup in a $lookup',
    [
      { $match: { _id: 'int' } },
      { $lookup: { ...others, pipeline: [{ $lookup: { ...others, localField: 'k', as: 'again' } }, byId] } },
    ],
  ],
  ['$lookup sets a nested field', [lists, { $lookup: { ...others, as: 'x.y' } }, { $project: { x: int(1) } }, byId]],
  [
    '$facet gives one list for each pipeline',
    [
      { $match: { tag: { $in: ['n', 's'] } } },
      {
        $facet: {
          counts: [{ $group: { _id: '$tag', n: { $sum: int(1) } } }, byId],
          first: [byId, { $limit: int(2) }, { $project: { _id: int(1) } }],
          none: [{ $match: { tag: 'nothing' } }],
        },
      },
    ],
  ],
  ['$facet of nothing has empty lists', [{ $match: { tag: 'nothing' } }, { $facet: { all: [byId] } }]],
  [
    '$unionWith puts the documents of another collection behind',
    [{ $match: { tag: 's' } }, byId, { $project: { _id: int(1) } }, { $unionWith: 'others' }],
  ],
  [
    '$unionWith takes them through its pipeline',
    [
      { $match: { _id: 'int' } },
      { $project: { _id: int(1) } },
      { $unionWith: { coll: 'others', pipeline: [{ $match: { k: int(5) } }, { $project: { k: int(1) } }] } },
    ],
  ],
  ['$replaceRoot', [{ $match: { tag: 'd', 'a.0': { $exists: false } } }, byId, { $replaceRoot: { newRoot: '$a' } }]],
  [
    '$replaceWith takes a computed document',
    [{ $match: { tag: 's' } }, byId, { $replaceWith: { id: '$_id', text: '$a', none: '$none' } }],
  ],
]
