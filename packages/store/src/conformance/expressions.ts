import { Decimal128, Double, Long, ObjectId } from 'bson'
import type { Document } from '../port.ts'
import { chosen } from './bad-expressions.ts'
import { CONVERSION_EXPRESSIONS, DATE_EXPRESSIONS, type ExpressionCase } from './typed-expressions.ts'

const long = (value: number) => Long.fromNumber(value)
const double = (value: number) => new Double(value)
const decimal = (text: string) => Decimal128.fromString(text)
const at = (text: string) => new Date(text)

/** What the expressions are about. */
export const EXPRESSION_DOCUMENT: Document = {
  _id: 'x',
  n: 7,
  minus: -7,
  half: 2.5,
  big: Long.fromString('9007199254740993'),
  price: decimal('10.25'),
  text: 'Grüße, Ann',
  padded: '  a b  ',
  list: [3, 1, 2],
  words: ['b', 'a', 'c'],
  items: [
    { k: 'x', n: 2 },
    { k: 'y', n: 1 },
    { k: 'z', n: 3 },
  ],
  nothing: null,
  empty: [],
  doc: { a: 1, b: { c: 2 } },
  on: true,
  when: at('2024-02-29T13:45:30.123Z'),
  id: new ObjectId('65e08a800000000000000000'),
}

const LISTS: readonly ExpressionCase[] = [
  ['$range counts up', { $range: [0, 5, 2] }, [0, 2, 4]],
  ['$range counts down', { $range: [3, 0, -1] }, [3, 2, 1]],
  ['$range is empty where it leads away', { $range: [3, 0] }, []],
  ['$map sees each element as $$this', { $map: { input: '$list', in: { $multiply: ['$$this', 2] } } }, [6, 2, 4]],
  ['$map names its variable', { $map: { input: '$items', as: 'item', in: '$$item.k' } }, ['x', 'y', 'z']],
  ['$map puts null for what is missing', { $map: { input: '$list', in: '$none' } }, [null, null, null]],
  ['$map of null is null', { $map: { input: '$nothing', in: 1 } }, null],
  [
    '$filter keeps what fits',
    { $filter: { input: '$items', as: 'i', cond: { $gt: ['$$i.n', 1] } } },
    [
      { k: 'x', n: 2 },
      { k: 'z', n: 3 },
    ],
  ],
  ['$filter of nothing is null', { $filter: { input: '$none', cond: true } }, null],
  ['$filter stops at its limit', { $filter: { input: '$list', cond: true, limit: 2 } }, [3, 1]],
  ['$reduce folds', { $reduce: { input: '$list', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
  ['$reduce of nothing is its beginning', { $reduce: { input: '$empty', initialValue: 'a', in: 1 } }, 'a'],
  ['$reduce of null is null', { $reduce: { input: '$nothing', initialValue: 0, in: 1 } }, null],
  [
    'a variable inside hides one outside',
    { $map: { input: [1, 2], in: { $map: { input: [10], in: { $add: ['$$this', '$n'] } } } } },
    [[17], [17]],
  ],
  [
    'a variable outside is seen inside',
    { $map: { input: [1, 2], as: 'a', in: { $map: { input: [10, 20], as: 'b', in: { $add: ['$$a', '$$b'] } } } } },
    [
      [11, 21],
      [12, 22],
    ],
  ],
  ['$concatArrays joins', { $concatArrays: ['$list', ['x'], '$empty'] }, [3, 1, 2, 'x']],
  ['$concatArrays with null is null', { $concatArrays: ['$list', '$nothing'] }, null],
  ['$slice takes the first', { $slice: ['$list', 2] }, [3, 1]],
  ['$slice takes the last', { $slice: ['$list', -2] }, [1, 2]],
  ['$slice takes from a position', { $slice: ['$list', 1, 5] }, [1, 2]],
  ['$slice takes from a position from the end', { $slice: ['$list', -2, 1] }, [1]],
  ['$first', { $first: '$list' }, 3],
  ['$last', { $last: '$list' }, 2],
  ['$first of an empty list is missing', { $first: '$empty' }, undefined],
  ['$first of null is null', { $first: '$nothing' }, null],
  ['$isArray of a list', { $isArray: '$list' }, true],
  ['$isArray of a text', { $isArray: '$text' }, false],
  ['$reverseArray', { $reverseArray: '$list' }, [2, 1, 3]],
  ['$indexOfArray finds', { $indexOfArray: ['$words', 'a'] }, 1],
  ['$indexOfArray finds nothing', { $indexOfArray: ['$words', 'q'] }, -1],
  ['$indexOfArray from a position', { $indexOfArray: ['$words', 'b', 1] }, -1],
  [
    '$zip pairs',
    { $zip: { inputs: ['$list', '$words'] } },
    [
      [3, 'b'],
      [1, 'a'],
      [2, 'c'],
    ],
  ],
  [
    '$zip fills up',
    { $zip: { inputs: [[1], [2, 3]], useLongestLength: true } },
    [
      [1, 2],
      [null, 3],
    ],
  ],
  ['$sortArray by value', { $sortArray: { input: '$list', sortBy: 1 } }, [1, 2, 3]],
  ['$sortArray backwards', { $sortArray: { input: '$words', sortBy: -1 } }, ['c', 'b', 'a']],
  [
    '$sortArray by a field',
    { $map: { input: { $sortArray: { input: '$items', sortBy: { n: 1 } } }, in: '$$this.k' } },
    ['y', 'x', 'z'],
  ],
  ['$setUnion', { $size: { $setUnion: ['$list', [3, 4]] } }, 4],
  ['$setIntersection', { $setIntersection: ['$list', [2, 9]] }, [2]],
  ['$setDifference', { $setDifference: ['$words', ['a', 'b']] }, ['c']],
  ['$setEquals minds neither order nor repetition', { $setEquals: ['$list', [1, 2, 3, 3]] }, true],
  ['$setIsSubset', { $setIsSubset: [[1, 3], '$list'] }, true],
  ['$anyElementTrue', { $anyElementTrue: [[0, null, 5]] }, true],
  ['$allElementsTrue', { $allElementsTrue: [[1, 0]] }, false],
]

const OBJECTS: readonly ExpressionCase[] = [
  [
    '$switch takes the first branch that fits',
    {
      $switch: {
        branches: [chosen('case', false, 1), chosen('case', '$on', 'b'), chosen('case', true, 3)],
      },
    },
    'b',
  ],
  ['$switch takes its default', { $switch: { branches: [chosen('case', '$none', 1)], default: '$n' } }, 7],
  ['$let', { $let: { vars: { a: '$n', b: 2 }, in: { $multiply: ['$$a', '$$b'] } } }, 14],
  [
    '$let sees what stands around it',
    { $let: { vars: { a: 1 }, in: { $let: { vars: { a: 5, b: '$$a' }, in: { $add: ['$$a', '$$b'] } } } } },
    6,
  ],
  ['a path into a variable', { $let: { vars: { d: '$doc' }, in: '$$d.b.c' } }, 2],
  ['$mergeObjects', { $mergeObjects: ['$doc', { a: 5 }, '$nothing'] }, { a: 5, b: { c: 2 } }],
  [
    '$objectToArray',
    { $objectToArray: '$doc' },
    [
      { k: 'a', v: 1 },
      { k: 'b', v: { c: 2 } },
    ],
  ],
  [
    '$arrayToObject of pairs',
    {
      $arrayToObject: {
        $literal: [
          ['a', 1],
          ['b', 2],
        ],
      },
    },
    { a: 1, b: 2 },
  ],
  ['$arrayToObject of documents', { $arrayToObject: [[{ k: 'a', v: 1 }]] }, { a: 1 }],
  ['$getField', { $getField: { field: 'a', input: '$doc' } }, 1],
  ['$getField of what is not there is missing', { $getField: { field: 'q', input: '$doc' } }, undefined],
]

const TEXTS: readonly ExpressionCase[] = [
  ['$split', { $split: ['$text', ', '] }, ['Grüße', 'Ann']],
  ['$split of null is null', { $split: ['$nothing', ','] }, null],
  ['$trim', { $trim: { input: '$padded' } }, 'a b'],
  ['$trim of other characters', { $trim: { input: 'xxaxyx', chars: 'xy' } }, 'a'],
  ['$ltrim', { $ltrim: { input: '$padded' } }, 'a b  '],
  ['$rtrim', { $rtrim: { input: '$padded' } }, '  a b'],
  ['$substrCP', { $substrCP: ['$text', 2, 3] }, 'üße'],
  ['$substrBytes', { $substrBytes: ['$text', 0, 4] }, 'Grü'],
  ['$strLenCP counts characters', { $strLenCP: '$text' }, 10],
  ['$strLenBytes counts bytes', { $strLenBytes: '$text' }, 12],
  ['$indexOfCP', { $indexOfCP: ['$text', 'Ann'] }, 7],
  ['$indexOfCP finds nothing', { $indexOfCP: ['$text', 'Bob'] }, -1],
  ['$replaceOne', { $replaceOne: { input: 'a.a', find: 'a', replacement: { $literal: '$&' } } }, '$&.a'],
  ['$replaceAll', { $replaceAll: { input: 'a.a', find: 'a', replacement: 'b' } }, 'b.b'],
  ['$replaceAll with null is null', { $replaceAll: { input: '$text', find: 'a', replacement: '$nothing' } }, null],
  ['$regexMatch', { $regexMatch: { input: '$text', regex: '^gr', options: 'i' } }, true],
  ['$regexMatch of null', { $regexMatch: { input: '$nothing', regex: 'a' } }, false],
  ['$strcasecmp', { $strcasecmp: ['ABC', 'abd'] }, -1],
  ['$toUpper of a number', { $toUpper: '$n' }, '7'],
]

const NUMBERS: readonly ExpressionCase[] = [
  ['$abs', { $abs: '$minus' }, 7],
  ['$ceil of a double is a double', { $ceil: '$half' }, double(3)],
  ['$floor of an int is an int', { $floor: '$n' }, 7],
  ['$floor goes down below 0', { $floor: -2.5 }, double(-3)],
  ['$round rounds ties to even', { $round: '$half' }, double(2)],
  ['$round to a place', { $round: [1234.5678, 2] }, 1234.57],
  ['$round before the point', { $round: [1250, -2] }, 1200],
  ['$round of a decimal', { $round: ['$price', 1] }, decimal('10.2')],
  ['$trunc', { $trunc: -2.7 }, double(-2)],
  ['$divide gives a double', { $divide: ['$n', 2] }, 3.5],
  ['$divide by a decimal gives a decimal', { $divide: ['$price', decimal('2')] }, decimal('5.125')],
  ['$divide of null is null', { $divide: ['$nothing', 2] }, null],
  ['$mod has the sign of what is divided', { $mod: ['$minus', 4] }, -3],
  ['$mod of doubles', { $mod: ['$half', 2] }, 0.5],
  ['$pow of ints is an int', { $pow: ['$n', 2] }, 49],
  ['$pow with less than 0 is a double', { $pow: [2, -1] }, 0.5],
  ['$sqrt', { $sqrt: 16 }, double(4)],
  ['$sum of a list', { $sum: '$list' }, 6],
  ['$sum of values leaves out what is no number', { $sum: ['$n', '$text', '$half'] }, 9.5],
  ['$avg of a list', { $avg: '$list' }, double(2)],
  ['$min of a list', { $min: '$list' }, 1],
  ['$max of values', { $max: ['$n', '$half', '$nothing'] }, 7],
  ['$max of nothing is null', { $max: '$empty' }, null],
  ['$add of a date and milliseconds', { $add: ['$when', 1000] }, at('2024-02-29T13:45:31.123Z')],
  ['$subtract of two dates is a long', { $subtract: ['$when', at('2024-02-29T13:45:30.000Z')] }, long(123)],
  ['$subtract of milliseconds', { $subtract: ['$when', 123] }, at('2024-02-29T13:45:30.000Z')],
]

const OLDER: readonly ExpressionCase[] = [
  ['$eq across types of numbers', { $eq: ['$n', double(7)] }, true],
  ['$ne', { $ne: ['$n', '$minus'] }, true],
  ['$gt of what is missing', { $gt: ['$n', '$none'] }, true],
  ['$gte', { $gte: ['$n', 7] }, true],
  ['$lt across types', { $lt: ['$n', '$text'] }, true],
  ['$lte', { $lte: ['$n', '$half'] }, false],
  ['$and', { $and: ['$on', '$nothing'] }, false],
  ['$or', { $or: ['$none', '$on'] }, true],
  ['$not', { $not: ['$none'] }, true],
  ['$toLower', { $toLower: '$text' }, 'grüße, ann'],
  ['$concat', { $concat: ['a', '$text'] }, 'aGrüße, Ann'],
  ['$concat with null is null', { $concat: ['a', '$nothing'] }, null],
  ['$arrayElemAt from the end', { $arrayElemAt: ['$list', -1] }, 2],
  ['$arrayElemAt beyond the end is missing', { $arrayElemAt: ['$list', 5] }, undefined],
  ['$in', { $in: [1, '$list'] }, true],
  ['$cond by name', { $cond: { ...chosen('if', '$nothing', 1), else: 2 } }, 2],
  ['$ifNull', { $ifNull: ['$none', '$nothing', 'z'] }, 'z'],
  ['$multiply of a long', { $multiply: ['$big', 2] }, Long.fromString('18014398509481986')],
  ['$literal keeps a dollar', { $literal: '$n' }, '$n'],
  ['$cmp across types', { $cmp: ['$text', '$n'] }, 1],
]

export const EXPRESSIONS: readonly ExpressionCase[] = [
  ...LISTS,
  ...OBJECTS,
  ...TEXTS,
  ...NUMBERS,
  ...CONVERSION_EXPRESSIONS,
  ...DATE_EXPRESSIONS,
  ...OLDER,
]
