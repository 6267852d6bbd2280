import type { Problem } from '#kit/message/limits/contract.ts'

/** Without premium nothing else keeps a message from being sent. */
export const restingProblems: readonly Problem[] = [
  {
    path: '',
    place: 'Premium',
    sentence: 'This server has none. Messages can be read and deleted here, not changed or sent.',
  },
]

/** Of a message that nobody has chosen a channel for yet. */
export const noChannel: Problem = { path: 'channelId', place: 'Channel', sentence: 'Choose where it is sent.' }
