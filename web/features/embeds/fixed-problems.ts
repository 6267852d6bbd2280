import type { Problem } from '#kit/message/limits/contract.ts'

/** The only problem listed without premium: it prevents sending, whatever else is wrong. */
export const noPremiumProblems: readonly Problem[] = [
  {
    path: '',
    place: 'Premium',
    sentence: 'This server has none. Messages can be read and deleted here, not changed or sent.',
  },
]

/** The problem of a message without a channel. */
export const noChannelProblem: Problem = { path: 'channelId', place: 'Channel', sentence: 'Choose where it is sent.' }
