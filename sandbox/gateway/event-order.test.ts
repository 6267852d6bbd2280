import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'
import { leaveGuild } from '../world/members/departure.ts'
import { joinGuild } from '../world/members/join.ts'
import { createAccount } from '../world/members/new-account.ts'
import { connectVoice } from '../world/voice.ts'

const kinds = ['VOICE_STATE_UPDATE', 'VOICE_CHANNEL_START_TIME_UPDATE', 'STAGE_INSTANCE_DELETE', 'CHANNEL_DELETE']

/** Makes a stage with somebody in it and deletes its channel, some times over. @returns what was heard each time */
async function deletions(eventOrder: 'usual' | 'shuffled'): Promise<string[][]> {
  const world = await openWire([Intent.Guilds, Intent.GuildVoiceStates], { eventOrder })
  const heard: string[][] = []
  for (let times = 0; times < 8; times++) {
    const body = { name: `Hall ${times}`, type: 13 }
    const { body: hall } = await world.ask('bot', `POST /guilds/${world.guildId}/channels`, { body })
    connectVoice(world.sandbox.context, world.idOf('owner'), world.guildId, { channelId: hall.id })
    await world.ask('bot', 'POST /stage-instances', { body: { channel_id: hall.id, topic: 'Clay' } })
    await world.heard('STAGE_INSTANCE_CREATE')
    await world.settle()
    world.take(...kinds)
    await world.ask('bot', `DELETE /channels/${hall.id}`)
    await world.heardAll(4, ...kinds)
    heard.push(world.take(...kinds).map(({ t }) => t))
  }
  return heard
}

test('by default, the events of one action arrive in a fixed order', async () => {
  const heard = await deletions('usual')
  expect(new Set(heard.map(each => each.join()))).toEqual(new Set([kinds.join()]))
})

test('when shuffled, they all arrive, in any order', async () => {
  const heard = await deletions('shuffled')
  expect(new Set(heard.map(each => each.join())).size).toBeGreaterThan(1)
  for (const each of heard) expect(each.toSorted()).toEqual(kinds.toSorted())
})

test('when shuffled, successive actions keep their order: nobody comes back before they left', async () => {
  const world = await openWire([Intent.Guilds, Intent.GuildMembers], { eventOrder: 'shuffled' })
  const { context } = world.sandbox
  const id = createAccount(context, 'to and fro')
  const turns = Array.from({ length: 20 }, () => ['GUILD_MEMBER_ADD', 'GUILD_MEMBER_REMOVE']).flat()
  for (const turn of turns)
    if (turn === 'GUILD_MEMBER_ADD') joinGuild(context, id, world.guildId)
    else leaveGuild(context, id, world.guildId)
  await world.heardAll(turns.length, ...turns.slice(0, 2))
  expect(world.take(...turns.slice(0, 2)).map(({ t }) => t)).toEqual(turns)
})
