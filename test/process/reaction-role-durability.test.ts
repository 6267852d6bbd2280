import { expect, test } from 'vitest'
import { react, unreact } from '#sandbox/world/messages/reactions.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { useKilledProduct } from '../killed-product.ts'
import { memberOf } from '../member.ts'
import { emojis } from '../reaction-roles.ts'
import { controlsOn } from '../ticket-panels.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

const product = useKilledProduct()

/** Draws a number below `most`, the same in every run. */
function drawing(seed: number): (most: number) => number {
  let state = seed
  return most => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

test('members react and press while the process is killed thirty times; in the end everybody has what they chose', async () => {
  const { sandbox, home } = product
  const { context } = sandbox
  const { world } = context
  const guild = world.guilds.get(home.guildId)
  const general = [...(guild?.channelIds ?? [])].find(id => world.channels.get(id)?.channel.name === 'general') ?? ''
  const place = { sandbox, applicationId: applicationOf(sandbox).id, guildId: home.guildId }
  const server = memberOf(place, 'owner')
  const roles: string[] = []
  for (const name of ['Joinery', 'Gardening', 'Clay', 'Early'])
    roles.push(
      (await server.rest<{ id: string }>('POST', `/guilds/${home.guildId}/roles`, { name, permissions: '0' })).id,
    )
  const owner = createVisitor(sandbox, await product.run())
  await owner.signIn('owner')
  const under = `/api/guild/${home.guildId}/reactionroles/menus`
  const posted = async (design: object) => {
    const saved = await owner.call('POST', under, { channel_id: general, ...design })
    expect(saved).toMatchObject({ status: 200 })
    const { id } = (saved.body as { menu: { id: string } }).menu
    const { body } = await owner.call('POST', `${under}/${id}/deploy`)
    const message = world.channels.get(general)?.messages.get((body as { message_id: string }).message_id)
    if (!message) throw new Error('not posted')
    return message
  }
  const choices = roles.slice(0, 3).map((role_id, at) => ({ id: `c${at}`, role_id, emoji: emojis[at] }))
  const message = await posted({ name: 'Crafts', kind: 'reactions', choices })
  const verify = await posted({ name: 'Early', mode: 'verify', choices: [{ id: 'c0', role_id: roles[3] }] })

  const people = Array.from({ length: 8 }, () => createAccount(context, 'crowd'))
  for (const id of people) joinGuild(context, id, home.guildId)
  const pressed = new Set<string>()
  const draw = drawing(7)
  const stands = (userId: string, at: number) =>
    world.reactions
      .get(message.id)
      ?.get(emojis[at] ?? '')
      ?.has(userId) ?? false
  const toggle = (userId: string, at: number) => {
    const emoji = emojis[at] ?? ''
    if (stands(userId, at)) unreact(context, userId, general, message.id, emoji)
    else react(context, userId, general, message.id, emoji)
  }
  const has = (userId: string, at: number) => guild?.members.get(userId)?.roles.includes(roles[at] ?? '') ?? false
  for (let kill = 1; kill <= 30; kill++) {
    // Some reactions come while it runs, some at the moment of the kill, and some while it is down.
    for (let act = 0; act < 3; act++) toggle(people[draw(people.length)] ?? '', draw(3))
    const presser = people[draw(people.length)] ?? ''
    const press = memberOf(place, world.accounts.get(presser)?.login ?? '').press(verify, controlsOn(verify)[0] ?? '')
    await press.then(
      () => pressed.add(presser),
      () => undefined,
    )
    toggle(people[draw(people.length)] ?? '', draw(3))
    await product.killed()
    for (let act = 0; act < 2; act++) toggle(people[draw(people.length)] ?? '', draw(3))
    await product.run()
  }
  const wrong = () =>
    people.flatMap(userId =>
      [0, 1, 2].filter(at => has(userId, at) !== stands(userId, at)).map(at => `${userId} ${at}`),
    )
  await until('everybody to have what their reactions say', () => wrong().length === 0)
  await until(
    'nothing to be due',
    () => product.query('SELECT * FROM reactionrole_notes WHERE due IS NOT NULL').length === 0,
  )
  await until(
    'the last comparison to be over',
    () => product.query("SELECT id FROM plans WHERE plan = 'check' AND state = 'running'").length === 0,
  )
  expect(wrong()).toEqual([])
  // Every recorded press has led to its role, and nobody else has it.
  const notes = product.query<{ userId: string }>(
    'SELECT user_id AS userId FROM reactionrole_notes WHERE role_id = ?',
    roles[3],
  )
  expect(people.filter(id => has(id, 3)).toSorted()).toEqual(notes.map(({ userId }) => userId).toSorted())
  for (const id of people.filter(one => has(one, 3))) expect(pressed).toContain(id)
}, 600_000)
