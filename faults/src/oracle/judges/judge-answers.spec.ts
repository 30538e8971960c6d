import { describe, expect, it } from '@jest/globals'
import { judgeAnswers } from './judge-answers.ts'

describe('a question', () => {
  it('has one of the answers that it may have', () => {
    const asked = { name: 'a bad app', wanted: [404, 410] }
    expect(judgeAnswers([{ ...asked, status: 404 }])).toMatchObject({ holds: true })
    expect(judgeAnswers([{ ...asked, status: 200 }]).findings).toEqual(['a bad app: 200 instead of 404 or 410'])
    expect(judgeAnswers([{ ...asked, status: undefined }]).findings).toEqual([
      'a bad app: no answer instead of 404 or 410',
    ])
  })
})
