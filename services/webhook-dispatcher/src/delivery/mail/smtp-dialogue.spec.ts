import { describe, expect, it } from '@jest/globals'
import { describeRefused } from './describe-mail-error.ts'
import { followDialogue, readReply } from './smtp-dialogue.ts'

describe('the dialogue with a mail server', () => {
  it('tells which recipients were refused, also where commands are sent ahead of replies', () => {
    const { logger, begin, refused } = followDialogue()
    begin()
    const client = { tnx: 'client' }
    const server = { tnx: 'server' }
    logger.debug(client, 'MAIL FROM:<x@example.com>')
    logger.debug(server, '250 ok')
    for (const name of ['a', 'b', 'c']) logger.debug(client, `RCPT TO:<${name}@example.com>`)
    logger.debug({ tnx: 'smtp' }, 'something else')
    for (const reply of ['250 ok', '550-no\n550 such user', '452 full']) logger.debug(server, reply)
    expect(refused()).toEqual([
      { address: 'b@example.com', reply: { statusCode: 550, text: 'no\nsuch user' } },
      { address: 'c@example.com', reply: { statusCode: 452, text: 'full' } },
    ])
    begin()
    expect(refused()).toEqual([])
  })

  it('names at most five of those that were refused', () => {
    const reply = { statusCode: 550, text: 'no' }
    const refused = Array.from({ length: 7 }, (_, index) => ({ address: `a${index}@example.com`, reply }))
    expect(describeRefused(refused, 9).error.message).toBe(
      'The mail server refused 7 of 9 recipients, so the mail went to none: a0@example.com (550 no), a1@example.com (550 no), a2@example.com (550 no), a3@example.com (550 no), a4@example.com (550 no) and 2 more.',
    )
  })

  it.each([undefined, false, '', 'hello', '25'])('has no reply in %j', text => {
    expect(readReply(text)).toBeUndefined()
  })
})
