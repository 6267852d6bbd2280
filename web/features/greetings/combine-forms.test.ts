import { expect, test } from 'vitest'
import { ApiError } from '#web/app/api.ts'
import type { SettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { combineForms, combineOutcomes } from './combine-forms.ts'
import { insertAt } from './template-area.tsx'
import { previewFailure } from './use-preview.ts'

const success = (title: string) => ({ tone: 'success' as const, title })

test('what went wrong is told before what went well, and two successes are one line', () => {
  const failure = { tone: 'danger' as const, title: 'No.' }
  expect(combineOutcomes([success('A'), failure])).toBe(failure)
  expect(combineOutcomes([success('A'), success('B')])?.title).toBe('A. B')
  expect(combineOutcomes([undefined, success('B')])?.title).toBe('B')
  expect(combineOutcomes([undefined, undefined])).toBeUndefined()
})

test('Save saves what changed and nothing else, and says when one needs another look', async () => {
  const saved: string[] = []
  const form = (name: string, dirty: boolean, sound = true) =>
    ({
      dirty,
      submit() {
        saved.push(name)
        return Promise.resolve(sound)
      },
    }) as SettingsForm
  expect(await combineForms(form('a', true), form('b', false)).submit()).toBe(true)
  expect(await combineForms(form('c', true, false), form('d', true)).submit()).toBe(false)
  expect(saved).toEqual(['a', 'c', 'd'])
})

test('a placeholder goes where the cursor is and takes the place of what is selected', () => {
  expect(insertAt('Hi !', '{user}', 3)).toBe('Hi {user}!')
  expect(insertAt('Hi you!', '{user}', 3, 6)).toBe('Hi {user}!')
  expect(insertAt('Hi ', '{user}')).toBe('Hi {user}')
})

test('a preview that fails says why, or what is likely', () => {
  expect(previewFailure(new ApiError(400, { code: 'x', error: 'Welcome messages are not enabled' }))).toBe(
    'Welcome messages are not enabled',
  )
  expect(previewFailure(new ApiError(500, { code: 'x', error: 'Something went wrong.' }))).toBe(
    'Server error. The bot may not be properly configured.',
  )
  expect(previewFailure(undefined)).toBe('Failed to send preview.')
})
