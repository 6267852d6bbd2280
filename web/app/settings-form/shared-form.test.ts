import { expect, test } from 'vitest'
import { describeField, editedFrom, postedAs } from '#contract'
import general from '#features/general/contract.ts'
import { sharedForm } from './shared-form.ts'

const { form, added } = sharedForm(general.forms.basic)

test('the basic settings are rendered with the switches that other features add', () => {
  expect(added).toEqual(['invite_tracking', 'flag_translation'])
  const labels = Object.values(form.settings.shape).map(schema => describeField(schema)?.label)
  expect(labels).toEqual(['Bot Prefix', 'Invite Tracking', 'Flag Translation'])
})

test('they are read from the response and posted under the keys that the specification names', () => {
  const view = { prefix: '?', invite: { tracking: true }, flag_translation: { enabled: false } }
  const edited = editedFrom(form, view)
  expect(edited).toEqual({ prefix: '?', invite_tracking: true, flag_translation: false })
  expect(postedAs(form, edited)).toEqual({ prefix: '?', invite_tracking: 'on', flag_translation: 'off' })
  expect(form.body.safeParse(postedAs(form, edited)).success).toBe(true)
})
