import type { APIModalInteractionResponseCallbackComponent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { firstAnswers, modalParts, modalProblems, modalSubmission } from './answers.ts'

const components: APIModalInteractionResponseCallbackComponent[] = [
  { type: 10, content: 'Tell us **more**' },
  { type: 1, components: [{ type: 4, custom_id: 'title', label: 'Title', style: 1, min_length: 3, max_length: 10 }] },
  { type: 18, label: 'Why', component: { type: 4, custom_id: 'why', style: 2, required: false, value: 'because' } },
  {
    type: 18,
    label: 'Kind',
    component: {
      type: 3,
      custom_id: 'kind',
      options: [
        { label: 'Bug', value: 'bug', default: true },
        { label: 'Wish', value: 'wish' },
      ],
    },
  },
  { type: 18, label: 'Loud', component: { type: 23, custom_id: 'loud' } },
]
const parts = modalParts(components)

test('a modal starts with what the app filled in', () => {
  expect(firstAnswers(parts)).toEqual({ title: '', why: 'because', kind: ['bug'], loud: false })
})

test('required fields and lengths are checked before sending', () => {
  expect(modalProblems(parts, firstAnswers(parts))).toEqual({ title: 'This is required.' })
  expect(modalProblems(parts, { ...firstAnswers(parts), title: 'ab' })).toEqual({ title: 'At least 3 characters.' })
  expect(modalProblems(parts, { ...firstAnswers(parts), title: 'abc', kind: [] })).toEqual({
    kind: 'This is required.',
  })
  expect(modalProblems(parts, { ...firstAnswers(parts), title: 'abc', why: '' })).toEqual({})
})

test('answers are sent in the shape the modal had', () => {
  expect(modalSubmission(parts, { title: 'abc', why: '', kind: ['wish'], loud: true })).toEqual([
    { type: 1, components: [{ type: 4, custom_id: 'title', value: 'abc' }] },
    { type: 18, component: { type: 4, custom_id: 'why', value: '' } },
    { type: 18, component: { type: 3, custom_id: 'kind', values: ['wish'] } },
    { type: 18, component: { type: 23, custom_id: 'loud', value: true } },
  ])
})
