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
  const error = (status: number, sentence: string) => new ApiError(status, { code: 'x', error: sentence })
  expect(previewFailure(error(500, 'Something went wrong.'))).toBe(
    'Server error. The bot may not be properly configured.',
  )
  expect(previewFailure(error(400, 'Invalid channel or bot lacks permissions'))).toBe(
    'Invalid channel or bot lacks permissions',
  )
  expect(previewFailure('?')).toBe('Failed to send preview message')
})
