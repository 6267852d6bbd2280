import { expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { fieldErrors, tellAnswer, tellFailure } from './outcome.ts'

const sentences = {
  load: 'Error loading guild settings',
  saved: 'Settings saved successfully!',
  refused: 'Failed to save settings',
  failed: 'Error saving settings: ',
} as const

test('a failed save gives the reason, a reference to quote, and says that nothing typed is lost', () => {
  const error = new ApiError(500, { code: 'kernel.internal', error: 'Something went wrong.', reference: '7F3A21' })
  expect(tellFailure(sentences, error)).toEqual({
    tone: 'danger',
    title: 'Error saving settings: Something went wrong.',
    detail: 'Reference 7F3A21. Your changes are still here.',
  })
  expect(tellFailure({ ...sentences, failed: 'Error saving configuration' }, error)).toEqual({
    tone: 'danger',
    title: 'Error saving configuration',
    detail: 'Something went wrong. Reference 7F3A21. Your changes are still here.',
  })
})

test('an answer without success is a failure', () => {
  expect(tellAnswer(sentences, { success: true }).title).toBe('Settings saved successfully!')
  expect(tellAnswer(sentences, { success: false })).toMatchObject({ tone: 'danger', title: 'Failed to save settings' })
  const reasoned = { ...sentences, refused: (reason?: string) => reason ?? 'Unknown error' }
  expect(tellAnswer(reasoned, { success: false, error: 'Not today.' }).title).toBe('Not today.')
  expect(tellAnswer(reasoned, { success: false }).title).toBe('Unknown error')
})

test('a failure without a message is described in the words of the page', () => {
  const greeting = { ...sentences, failed: '' as const, unexplained: 'Failed to update welcome settings' }
  expect(tellFailure(greeting, new Error('')).title).toBe('Failed to update welcome settings')
  expect(tellFailure(greeting, new Error('No.')).title).toBe('No.')
})

test("the server's messages go to the fields they are about, also to parts of one", () => {
  const error = new ApiError(400, {
    code: 'settings.invalid',
    error: 'Check the fields.',
    fields: { prefix: 'Too long.', 'roles.0': 'No such role.', elsewhere: 'Not ours.' },
  })
  expect(fieldErrors(error, ['prefix', 'roles', 'role'])).toEqual([
    ['prefix', 'Too long.'],
    ['roles', 'No such role.'],
  ])
  expect(fieldErrors(new Error('no server'), ['prefix'])).toEqual([])
})
