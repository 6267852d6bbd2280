import { expect, test } from 'vitest'
import { errorOf } from '#test/sandbox/error-of.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { messagePayload } from './payload.ts'
import { pollVoters, votePoll } from './poll-votes.ts'
import { sendMessage } from './send.ts'

function stage(allow_multiselect = false) {
  const demo = createDemoWorld()
  const general = demo.channelIdByName('general')
  const message = sendMessage(demo.sandbox, demo.idOf('member1'), general, {
    poll: {
      question: { text: 'Oak or ash?' },
      answers: [{ poll_media: { text: 'Oak' } }, { poll_media: { text: 'Ash' } }],
      allow_multiselect,
    },
  })
  const vote = (login: string, ...answers: number[]) =>
    votePoll(demo.sandbox, demo.idOf(login), general, message.id, answers)
  const countsFor = (login: string) =>
    messagePayload(demo.sandbox, message, demo.idOf(login)).poll?.results?.answer_counts
  return { ...demo, general, message, vote, countsFor }
}

test('votes are counted, announced, changed and taken back', () => {
  const { vote, countsFor, dispatches, sandbox, general, message, idOf } = stage()
  vote('member1', 1)
  vote('member2', 1)
  vote('member2', 2)
  expect(countsFor('member2')).toEqual([
    { id: 1, count: 1, me_voted: false },
    { id: 2, count: 1, me_voted: true },
  ])
  expect(dispatches.slice(-2).map(({ type, data }) => [type, data['answer_id']])).toEqual([
    ['MESSAGE_POLL_VOTE_REMOVE', 1],
    ['MESSAGE_POLL_VOTE_ADD', 2],
  ])
  const voters = pollVoters(sandbox, idOf('palisade'), [general, message.id, 2], { limit: 25 })
  expect(voters.map(user => user.id)).toEqual([idOf('member2')])
  vote('member2')
  expect(countsFor('member2')).toEqual([{ id: 1, count: 1, me_voted: false }])
})

test('a poll for one answer takes one, of those it has, until it ends', () => {
  const { vote, advance } = stage()
  expect(errorOf(() => vote('member1', 1, 2))?.code).toBe(50_035)
  expect(errorOf(() => vote('member1', 3))?.code).toBe(50_035)
  advance(25 * 3_600_000)
  expect(errorOf(() => vote('member1', 1))?.code).toBe(520_001)
})

test('several answers may be chosen where the poll says so', () => {
  const { vote, countsFor } = stage(true)
  vote('member1', 1, 2)
  expect(countsFor('member1')).toHaveLength(2)
})
