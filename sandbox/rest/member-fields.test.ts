import { expect, test } from 'vitest'
import { startSandbox } from '#test/sandbox.ts'

test("a field that a member's client sends in vain is a violation, too", async () => {
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
