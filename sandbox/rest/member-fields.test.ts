import { expect, test } from 'vitest'
import { startSandbox } from '#test/sandbox.ts'
import { applicationOf } from '../demo/environment.ts'

/** What Discord's clients send beside what they want. */
test("the routes of members' clients read every field that clients send", async () => {
  const sandbox = await startSandbox()
  const { world } = sandbox.context
  const guildId = [...world.guilds.keys()][0] ?? ''
  const general = [...world.channels.values()].find(({ channel }) => channel.name === 'general')?.channel.id ?? ''
  const authorization = sandbox.tokenOf('member1')
  const agreed = await fetch(`${sandbox.api}/v10/guilds/${guildId}/requests/@me`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: '2026-01-01T00:00:00+00:00',
      form_fields: [{ field_type: 'TERMS', response: true }],
    }),
  })
  expect(agreed.status).toBe(201)
  const form = new FormData()
  const { id: application_id, name } = applicationOf(sandbox)
  const attachments = [{ id: '0', filename: 'a.txt' }]
  const interaction = { type: 2, application_id, guild_id: guildId, channel_id: general, data: { name }, attachments }
  form.set('payload_json', JSON.stringify({ ...interaction, session_id: 's', nonce: '1' }))
  form.set('files[0]', new File(['text'], 'a.txt'))
  await fetch(`${sandbox.api}/v10/interactions`, { method: 'POST', headers: { authorization }, body: form })
  expect(sandbox.violations()).toEqual([])
})

test("a field of a member's client that is ignored is a violation, too", async () => {
  const sandbox = await startSandbox()
  const { channels } = sandbox.context.world
  const general = [...channels.values()].find(({ channel }) => channel.name === 'general')?.channel.id ?? ''
  const say = (body: object) =>
    fetch(`${sandbox.api}/v10/channels/${general}/messages`, {
      method: 'POST',
      headers: { authorization: sandbox.tokenOf('member1'), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await say({ content: 'high tide' })
  expect(sandbox.violations()).toEqual([])
  await say({ content: 'high tide', colour: 'blue' })
  expect(sandbox.violations()).toMatchObject([{ kind: 'ignored field', problem: expect.stringContaining("'colour'") }])
})
