import { expect, test } from 'vitest'
import { replaceCommands } from '../commands/registry.ts'
import { errorOf } from '#test/sandbox/error-of.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { answer } from './callback.ts'
import { parseModal } from './modal-form.ts'
import { startInteraction } from './start.ts'

const label = (component: object) => ({ type: 18, label: 'Question', component })
const choices = (...values: string[]) => values.map(value => ({ label: value, value }))
const modal = {
  custom_id: 'apply',
  title: 'Apply',
  components: [
    { type: 10, content: 'Tell us' },
    label({ type: 4, custom_id: 'why', style: 2, min_length: 3 }),
    label({ type: 21, custom_id: 'plan', options: choices('small', 'large') }),
    label({ type: 22, custom_id: 'extras', options: choices('a', 'b', 'c'), required: false }),
    label({ type: 19, custom_id: 'photo', required: false }),
  ],
}

function stage() {
  const demo = createDemoWorld()
  const { sandbox, idOf } = demo
  const application_id = [...sandbox.world.applications.values()].find(one => one.name === 'Palisade')?.id ?? ''
  const where = { application_id, channel_id: demo.channelIdByName('general'), nonce: 'n' }
  replaceCommands(sandbox, application_id, 'global', [{ name: 'apply', description: 'd' }])
  const open = (data: unknown = modal) => {
    const asked = startInteraction(sandbox, idOf('member1'), { type: 2, ...where, data: { name: 'apply' } })
    answer(sandbox, asked.id, asked.token, { type: 9, data }, [])
    return asked
  }
  const submit = (login: string, id: string, fields: object[], files: Parameters<typeof startInteraction>[3] = []) =>
    startInteraction(
      sandbox,
      idOf(login),
      {
        type: 5,
        ...where,
        data: { id, custom_id: 'apply', components: fields.map(component => ({ type: 18, component })) },
      },
      files,
    )
  return { ...demo, open, submit }
}

const filled = [
  { custom_id: 'why', value: 'because' },
  { custom_id: 'plan', value: 'large' },
  { custom_id: 'extras', values: ['a', 'c'] },
]

const codeOf = (act: () => unknown) => errorOf(act)?.code

test('a modal opens for whoever asked for it, and what they enter reaches the bot', () => {
  const { open, submit, dispatches, idOf } = stage()
  const asked = open()
  expect(dispatches.find(({ type }) => type === 'INTERACTION_MODAL_CREATE')).toMatchObject({
    data: { id: asked.id, nonce: 'n', title: 'Apply', custom_id: 'apply' },
    audience: { userIds: [idOf('member1')] },
  })
  const file = { field: 'files[0]', name: 'me.png', contentType: 'image/png', data: Buffer.from('x') }
  submit('member1', asked.id, [...filled, { custom_id: 'photo', values: ['0'] }], [file])
  const data = dispatches.at(-1)?.data['data']
  expect(data).toMatchObject({
    custom_id: 'apply',
    components: [
      { type: 10 },
      { type: 18, component: { type: 4, custom_id: 'why', value: 'because' } },
      { type: 18, component: { type: 21, value: 'large' } },
      { type: 18, component: { type: 22, values: ['a', 'c'] } },
      { type: 18, component: { type: 19, values: [expect.any(String)] } },
    ],
  })
  expect(Object.values((data as { resolved: { attachments: object } }).resolved.attachments)).toMatchObject([
    { filename: 'me.png' },
  ])
})

test('a modal is submitted once, by the person it was opened for', () => {
  const { open, submit } = stage()
  const asked = open()
  expect(codeOf(() => submit('member2', asked.id, filled))).toBe(10_062)
  expect(codeOf(() => submit('member1', asked.id, filled))).toBeUndefined()
  expect(codeOf(() => submit('member1', asked.id, filled))).toBe(10_062)
})

test.each([
  ['a text that is too short', [{ custom_id: 'why', value: 'x' }, filled[1]]],
  ['a required field left out', [filled[0]]],
  ['an option that is not there', [filled[0], { custom_id: 'plan', value: 'huge' }]],
])('%s is refused, and the modal stays open', (_, fields) => {
  const { open, submit } = stage()
  const asked = open()
  expect(
    codeOf(() =>
      submit(
        'member1',
        asked.id,
        fields.flatMap(field => field ?? []),
      ),
    ),
  ).toBe(50_035)
  expect(codeOf(() => submit('member1', asked.id, filled))).toBeUndefined()
})

test('a modal is not answered with another modal', () => {
  const { sandbox, open, submit } = stage()
  const submitted = submit('member1', open().id, filled)
  expect(codeOf(() => answer(sandbox, submitted.id, submitted.token, { type: 9, data: modal }, []))).toBe(50_035)
  expect(
    answer(sandbox, submitted.id, submitted.token, { type: 4, data: { content: 'thanks' } }, []).message,
  ).toBeDefined()
})

test.each([
  ['six parts', { components: Array.from({ length: 6 }, (_, i) => label({ type: 4, custom_id: `${i}`, style: 1 })) }],
  ['a long title', { title: 'x'.repeat(46) }],
  ['a button', { components: [label({ type: 2, style: 1, label: 'x', custom_id: 'x' })] }],
  ['the same id twice', { components: [1, 2].map(() => label({ type: 4, custom_id: 'x', style: 1 })) }],
  ['a disabled field', { components: [label({ type: 5, custom_id: 'x', disabled: true })] }],
])('a modal with %s is refused', (_, change) => {
  expect(codeOf(() => parseModal({ ...modal, ...change }))).toBe(50_035)
})

test('the older kind, with text inputs in rows, still opens', () => {
  const older = { ...modal, components: [{ type: 1, components: [{ type: 4, custom_id: 'q', style: 1, label: 'Q' }] }] }
  expect(parseModal(older).components).toHaveLength(1)
})
