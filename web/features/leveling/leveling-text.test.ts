import { expect, test } from 'vitest'
import { ApiError } from '#web/app/api.ts'
import { effectText, progressText } from './leveling-text.ts'
import { previewFailure, previewProblem } from './use-level-preview.ts'

const effect = { roleId: '1', gains: 0, loses: 0, gainers: [], losers: [], problem: null }

test('what level roles would do is described in one sentence each', () => {
  expect(effectText('Regular', effect)).toBe('@Regular is as it should be.')
  expect(effectText('Regular', { ...effect, gains: 1, gainers: ['Ines'] })).toBe('Adds @Regular to 1 member (Ines).')
  expect(effectText('Regular', { ...effect, gains: 12, gainers: ['Ines', 'Pim'], loses: 3 })).toBe(
    'Adds @Regular to 12 members (Ines, Pim and 10 more), removes it from 3 members.',
  )
  expect(effectText('Regular', { ...effect, loses: 1, losers: ['Pim'] })).toBe('Removes @Regular from 1 member (Pim).')
})

test('a run reports what it could not do', () => {
  const run = {
    batch: 'roles-1',
    state: 'done' as const,
    members: 20,
    given: 2,
    taken: 1,
    failed: 0,
    startedAt: 0,
    finishedAt: 1,
  }
  expect(progressText(run)).toEqual({
    title: '20 members have the right level roles.',
    detail: 'Last run: 2 roles given, 1 role taken.',
  })
  expect(progressText({ ...run, failed: 1 }).detail).toContain('1 role could not be changed')
})

test('a preview that cannot be sent says why in the words of the specification', () => {
  expect(previewProblem('  ', '1')).toBe('Please enter a level-up message first')
  expect(previewProblem('hi', null)).toBe('Please select a channel for the preview')
  expect(previewProblem('hi', '1')).toBeUndefined()
  const invalid = 'Invalid channel or bot lacks permissions'
  const broken = 'Server error. The bot may not be properly configured.'
  const failed = 'Failed to send preview message'
  expect(
    [
      new ApiError(400, { code: 'leveling.channel', error: invalid }),
      new ApiError(400, { code: 'http.invalid', error: 'message: too long' }),
      new ApiError(400, { code: 'leveling.message', error: 'Please enter a level-up message first' }),
      new ApiError(500, { code: 'http.internal', error: 'Something went wrong.' }),
      new ApiError(500, { code: 'web.unreadable', error: 'The server answered 500.' }),
      new ApiError(502, { code: 'web.unreadable', error: 'The server answered 502.' }),
      new ApiError(503, { code: 'discord.down', error: 'Discord is not answering right now.' }),
      new ApiError(0, { code: 'web.unreachable', error: 'The server cannot be reached.' }),
      new Error('Something odd'),
      '?',
    ].map(previewFailure),
  ).toEqual([
    invalid,
    invalid,
    'Please enter a level-up message first',
    broken,
    broken,
    failed,
    'Discord is not answering right now.',
    'The server cannot be reached.',
    'Something odd',
    failed,
  ])
})
