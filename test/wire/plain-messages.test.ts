import type { Guild, Message } from 'discord.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { guildContext } from '#kernel/context.ts'
import type { Context } from '#kernel/feature.ts'
import { createHarness, type Harness } from '#test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const hearing = features.filter(({ parts }) => parts.listeners?.messageCreate)

test('features handle a message that concerns none of them without a promise, which would cost time', async () => {
  const { client } = harness.product.services
  const arrived = new Promise<Message>(resolve => client.once('messageCreate', resolve))
  await harness.as('member1').say(harness.channel('general'), 'the glaze is dry')
  const message = await arrived
  const answers = hearing.map(({ contract, parts }) => {
    const listener = parts.listeners?.messageCreate as ((ctx: Context, message: Message) => unknown) | undefined
    const ctx = guildContext(harness.product.services, contract, message.guild as Guild)
    return [contract.name, listener?.(ctx, message)]
  })
  expect(answers.length).toBeGreaterThan(3)
  expect(answers).toEqual(hearing.map(({ contract }) => [contract.name, undefined]))
})
