import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { controlsOn, createTickets, type Tickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Tickets
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = await createTickets(harness)
  await desk.atOnce()
})

const opened = async (count: number) => {
  const channels = await until(`${count} open tickets`, async () => {
    const found = await desk.channels()
    return found.length >= count && found
  })
  return channels
}

test('every kind of question is asked and answered', async () => {
  const required_inputs = [
    'What happened?',
    { label: 'More', kind: 'paragraph', required: false },
    { label: 'Which?', kind: 'select', options: [{ label: 'One' }, { label: 'Two' }], most: 2 },
    { label: 'Who?', kind: 'user' },
    { label: 'Proof', kind: 'file', required: false },
  ]
  const message = await desk.deploy(await desk.panel({ required_inputs }))
  await harness.as('member1').press(message, controlsOn(message)[0] ?? '')
  const long = `${'x'.repeat(1500)} <@${harness.as('owner').userId}> [link](https://example.org)`
  await desk.submit(
    'member1',
    [
      { custom_id: 'q0', value: 'It broke' },
      { custom_id: 'q1', value: long },
      { custom_id: 'q2', values: ['0', '1'] },
      { custom_id: 'q3', values: [harness.as('member2').userId] },
      { custom_id: 'q4', values: ['0'] },
    ],
    [new File(['proof'], 'proof.txt')],
  )
  const [id = ''] = await opened(1)
  const [first, second] = harness.messages(id)
  expect(first?.attachments).toMatchObject([{ filename: 'proof.txt' }])
  const told = [first, second].flatMap(one => (one ? textOf(one) : [])).join('\n')
  for (const text of ['What happened?', 'It broke', 'One, Two', `<@${harness.as('member2').userId}>`, 'proof.txt'])
    expect(told).toContain(text)
  expect(told).not.toContain(`<@${harness.as('owner').userId}>`)
  expect(second?.mentions).toEqual([])
})

test('the other kinds: radio buttons, checkboxes, yes or no, a role, a channel', async () => {
  const options = [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }]
  const required_inputs = [
    { label: 'One of them', kind: 'radio', options },
    { label: 'Some of them', kind: 'checkboxes', options },
    { label: 'Agreed', kind: 'checkbox' },
    { label: 'Role', kind: 'role' },
    { label: 'Channel', kind: 'channel' },
  ]
  const message = await desk.deploy(await desk.panel({ required_inputs }))
  await harness.as('member1').press(message, controlsOn(message)[0] ?? '')
  const general = harness.channel('general')
  const role = desk.roleCalled('Keeper')
  await desk.submit('member1', [
    { custom_id: 'q0', value: '2' },
    { custom_id: 'q1', values: ['0', '2'] },
    { custom_id: 'q2', value: true },
    { custom_id: 'q3', values: [role] },
    { custom_id: 'q4', values: [general] },
  ])
  await opened(1)
  const [row] = desk.rows<{ answers: string }>('select answers from tickets')
  const answers = JSON.parse(row?.answers ?? '[]') as { value: string }[]
  expect(answers.map(({ value }) => value)).toEqual(['Three', 'One, Three', 'Yes', `<@&${role}>`, `<#${general}>`])
})

test.each([
  ['short', 'My parcel never came, and @everyone knows', ''],
  ['long', 'word '.repeat(700), 'what-you-wrote.txt'],
  ['with a code block', 'It says ```oops``` here', 'what-you-wrote.txt'],
])('who answered questions that were changed meanwhile is given back what they wrote: %s', async (_, text, file) => {
  const questions = (second: string) => [{ label: 'What happened?', kind: 'paragraph' }, second]
  const id = await desk.panel({ required_inputs: questions('Since when?') })
  const message = await desk.deploy(id)
  await harness.as('member1').press(message, controlsOn(message)[0] ?? '')
  await desk.panel({ id, required_inputs: questions('Where?') })
  const { embeds, attachments } = await desk.told('member1', () =>
    desk.submit('member1', [
      { custom_id: 'q0', value: text },
      { custom_id: 'q1', value: 'Since May' },
    ]),
  )
  const all = `${text}\n\nSince May`
  expect(embeds[0]?.description).toContain('The questions were changed while you answered')
  expect({
    shown: embeds.slice(1).map(({ description }) => description),
    files: attachments.map(({ filename, size }) => [filename, size]),
  }).toEqual(
    file === ''
      ? { shown: [`\`\`\`\n${all}\n\`\`\``], files: [] }
      : { shown: [], files: [[file, Buffer.byteLength(all)]] },
  )
  expect(await desk.channels()).toEqual([])
})
