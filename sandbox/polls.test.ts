import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'

const intents = [Intent.Guilds, Intent.GuildMessages, Intent.MessageContent]

async function open() {
  const world = await openWire(intents, { pollTallyMs: 5000 })
  const list = `/channels/${world.channel('general')}` as const
  const poll = {
    question: { text: 'Oak or ash?' },
    answers: [{ poll_media: { text: 'Oak' } }, { poll_media: { text: 'Ash' } }],
    duration: 1,
  }
  const { body: message } = await world.ask('bot', `POST ${list}/messages`, { body: { poll } })
  const id = String(message.id)
  await world.ask('member1', `PUT ${list}/polls/${id}/answers/@me`, { body: { answer_ids: [2] } })
  const expire = (who = 'bot', on = id) => world.ask(who, `POST ${list}/polls/${on}/expire`)
  return { world, list, id, expire }
}

const embedOf = (notice: Record<string, unknown>) =>
  Object.fromEntries(
    (notice['embeds'] as { fields: { name: string; value: string }[] }[])
      .flatMap(({ fields }) => fields)
      .map(({ name, value }) => [name, value]),
  )

test('ending a poll sends an update, then its result, and later the final count', async () => {
  const { world, id, expire } = await open()
  await world.settle()
  world.take('MESSAGE_CREATE')
  const { status, body } = await expire()
  expect(status).toBe(200)
  expect(Date.parse(body.poll.expiry)).toBeLessThanOrEqual(world.sandbox.context.now())
  expect(await world.heard('MESSAGE_UPDATE')).toMatchObject({ id, poll: { results: { is_finalized: false } } })
  const notice = await world.heard('MESSAGE_CREATE')
  expect(notice).toMatchObject({ type: 46, message_reference: { message_id: id } })
  expect(embedOf(notice)).toMatchObject({ poll_question_text: 'Oak or ash?', victor_answer_id: '2', total_votes: '1' })
  world.sandbox.advance(5000)
  expect(await world.heard('MESSAGE_UPDATE')).toMatchObject({
    id,
    poll: { results: { is_finalized: true, answer_counts: [{ id: 2, count: 1 }] } },
  })
  expect((await expire()).body.code).toBe(520_001)
  world.sandbox.advance(3_600_000)
  await world.settle()
  expect(world.take('MESSAGE_CREATE')).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
})

test('a poll ends by itself when its time has come', async () => {
  const { world, id } = await open()
  await world.settle()
  world.take('MESSAGE_CREATE')
  world.sandbox.advance(3_600_000)
  expect(await world.heard('MESSAGE_CREATE')).toMatchObject({ type: 46, message_reference: { message_id: id } })
})

test('only its author can end a poll, and only a poll can be ended', async () => {
  const { world, list, expire } = await open()
  expect((await expire('owner')).body.code).toBe(50_005)
  const { body: plain } = await world.ask('bot', `POST ${list}/messages`, { body: { content: 'no poll' } })
  expect((await expire('bot', plain.id)).body.code).toBe(520_006)
  expect((await expire('bot', '1')).body.code).toBe(10_008)
})
