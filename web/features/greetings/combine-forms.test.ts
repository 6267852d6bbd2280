import { expect, test } from 'vitest'
import { ApiError } from '#web/app/api.ts'
import type { SettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { combineForms, combineOutcomes } from './combine-forms.ts'
import { insertAt } from '#web/app/settings-form/template-area.tsx'
import { previewFailure } from './use-greeting-preview.ts'

const success = (title: string) => ({ tone: 'success' as const, title })

test('failures are listed before successes, and two successes are one line', () => {
  const failure = { tone: 'danger' as const, title: 'No.' }
  expect(combineOutcomes([success('A'), failure])).toBe(failure)
  expect(combineOutcomes([success('A'), success('B')])?.title).toBe('A. B')
  expect(combineOutcomes([undefined, success('B')])?.title).toBe('B')
  expect(combineOutcomes([undefined, undefined])).toBeUndefined()
})

test('Save saves only what changed, and says when a section needs attention', async () => {
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

test('a placeholder is inserted at the cursor and replaces the selection', () => {
  expect(insertAt('Hi !', '{user}', 3)).toBe('Hi {user}!')
  expect(insertAt('Hi you!', '{user}', 3, 6)).toBe('Hi {user}!')
  expect(insertAt('Hi ', '{user}')).toBe('Hi {user}')
})

test('a preview that fails gives the reason, or the likely one', () => {
  expect(previewFailure(new ApiError(400, { code: 'x', error: 'Welcome messages are not enabled' }))).toBe(
    'Welcome messages are not enabled',
  )
  expect(previewFailure(new ApiError(500, { code: 'x', error: 'Something went wrong.' }))).toBe(
    'Server error. The bot may not be properly configured.',
  )
  expect(previewFailure(undefined)).toBe('Failed to send preview.')
})
