import { type APIMessage, PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract'
import { features as everyFeature } from '#features/index.ts'
import { component, type Feature, feature } from '#kernel/feature.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { appointDelegate } from '../delegate.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

/**
 * Every button, menu and dialog of every feature, used by everybody who must not, and by those who may. They are found
 * automatically. What features do with them is tested elsewhere; here, each handler only reports that it was reached.
 */
type Control = NonNullable<Feature['parts']['components']>[number]

const controls: Control[] = everyFeature.flatMap(({ parts }) => parts.components ?? [])
const reached = 'reached'
const reachable: Feature[] = everyFeature.map(({ contract: own, parts }) => ({
  contract: own,
  parts: {
    ...parts,
    components: (parts.components ?? []).map(one => ({
      ...one,
      always: true,
      ack: 'ephemeral' as const,
      run: ({ answer }: { answer(text: string): Promise<void> }) => answer(reached),
    })),
  },
}))

/** Modals are opened by a button; this one opens the modal that its id names. */
const stand = contract('stand', { title: 'Stand' })
const open = component(stand, 'open', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: [],
  ack: 'modal',
  data: z.object({ index: z.coerce.number(), caller: z.string() }),
  run({ interaction }, { index, caller }) {
    const one = controls[index]
    if (!one) throw new Error('no such control')
    const text = { type: 4, custom_id: 'text', style: 1, required: false } as const
    return interaction.showModal({
      title: 'Stand',
      custom_id: idFor(one, caller),
      components: [{ type: 18, label: 'Text', component: text }],
    })
  },
})

/** A value that a schema accepts: the first of its choices, and an id for any text. */
function sample(schema: z.core.$ZodType): unknown {
  const { def } = schema as z.ZodType
  const inner = def as {
    innerType?: z.ZodType
    in?: z.ZodType
    entries?: Record<string, unknown>
    options?: z.ZodType[]
  }
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries<z.core.$ZodType>(schema.shape).map(([key, at]) => [key, sample(at)]))
  if (inner.entries) return Object.values(inner.entries)[0]
  if (inner.options?.[0]) return sample(inner.options[0])
  if (inner.innerType ?? inner.in) return sample((inner.innerType ?? inner.in) as z.ZodType)
  if (def.type === 'number') return 1
  if (def.type === 'boolean') return true
  return '100000000000000001'
}

const makeId = (one: Control) => one.id as (data: unknown, caller?: string) => string
const idFor = (one: Control, caller: string, data = sample(one.data)) =>
  makeId(one)(data, one.pressedBy === 'caller' ? caller : undefined)

let app: Harness
let general: string
beforeAll(async () => {
  app = await createHarness({ features: [...reachable, feature(stand, { components: [open] })] })
  general = app.channel('general')
})
afterAll(() => app.close())

/** The bot's message with one control that was made for `login`. */
async function shown(one: Control, login: string, data = sample(one.data)): Promise<APIMessage> {
  const channel = app.product.services.client.channels.cache.get(general)
  if (!channel?.isSendable()) throw new Error('no channel to show controls in')
  const custom_id = idFor(one, app.as(login).userId, data)
  const choice = { label: 'One', value: '0' }
  const row =
    one.kind === 'select'
      ? { type: 3 as const, custom_id, options: [choice] }
      : {
          type: 2 as const,
          style: 1 as const,
          label: 'Press',
          custom_id:
            one.kind === 'modal' ? open.id({ index: controls.indexOf(one), caller: app.as(login).userId }) : custom_id,
        }
  const sent = await channel.send({ content: 'control', components: [{ type: 1, components: [row] }] })
  const message = app.messages(general).find(({ id }) => id === sent.id)
  if (!message) throw new Error('the message with the control is not there')
  return message
}

/** What a person is told after using the control of a message. */
async function use(
  one: Control,
  message: APIMessage,
  login: string,
  madeFor: string,
  data = sample(one.data),
): Promise<string> {
  const before = app.shownTo(login).length
  const member = app.as(login)
  const { custom_id } = (message.components as { components: { custom_id: string }[] }[])[0]?.components[0] ?? {
    custom_id: '',
  }
  await member.press(message, custom_id, one.kind === 'select' ? ['0'] : undefined)
  if (one.kind === 'modal') {
    const opened = await until('the dialog', () =>
      [...app.sandbox.context.world.interactions.values()].findLast(
        ({ modal, userId }) =>
          modal?.custom_id === idFor(one, app.as(madeFor).userId, data) && userId === member.userId,
      ),
    )
    await member.rest('POST', '/interactions', {
      type: 5,
      application_id: applicationOf(app.sandbox).id,
      guild_id: app.guildId,
      channel_id: general,
      session_id: 'test',
      data: {
        id: opened.id,
        custom_id: opened.modal?.custom_id,
        components: [{ type: 18, component: { type: 4, custom_id: 'text', value: 'x' } }],
      },
    })
  }
  const answer = await until(`an answer to ${login}`, () =>
    app
      .shownTo(login)
      .slice(before)
      .find(told => textOf(told) !== ''),
  )
  return textOf(answer)
}

/** All that `login` is told when using each control that was made for `madeFor`. */
async function walk(wanted: readonly Control[], login: string, madeFor: string) {
  const told: string[] = []
  for (const one of wanted)
    told.push(`${one.contract.name}:${one.name} ${await use(one, await shown(one, madeFor), login, madeFor)}`)
  return told
}

const without = (lines: readonly string[], words: string) => lines.filter(line => !line.includes(words))
const ofCaller = controls.filter(({ pressedBy }) => pressedBy === 'caller')
const refusals = /You need|You do not have permission|Only the (?:support team|server owner)/
/** The values that decide what a control does: every combination of its choices. */
function variants(schema: z.core.$ZodType): unknown[] {
  const { def } = schema as z.ZodType
  const inner = def as {
    innerType?: z.ZodType
    in?: z.ZodType
    entries?: Record<string, unknown>
    options?: z.ZodType[]
  }
  if (schema instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(schema.shape).reduce<object[]>(
      (sets, [key, at]) => sets.flatMap(set => variants(at).map(value => ({ ...set, [key]: value }))),
      [{}],
    )
  if (inner.entries) return Object.values(inner.entries)
  if (inner.options) return inner.options.flatMap(variants)
  if (inner.innerType ?? inner.in) return variants((inner.innerType ?? inner.in) as z.ZodType)
  return def.type === 'boolean' ? [true, false] : [sample(schema)]
}
const withNeeds = controls.filter(one => one.needs(sample(one.data)).length > 0)

describe('the press matrix', () => {
  test('every control works for the person it was made for if they have the required right, even after a restart', async () => {
    expect(without(await walk(controls, 'owner', 'owner'), reached)).toEqual([])
    const messages = await Promise.all(controls.map(async one => ({ one, message: await shown(one, 'owner') })))
    await app.restart()
    for (const { one, message } of messages) expect(await use(one, message, 'owner', 'owner')).toBe(reached)
  })

  test('another member, even with every right, cannot use a control that belongs to one person', async () => {
    expect(ofCaller.length).toBeGreaterThan(0)
    expect(without(await walk(ofCaller, 'admin', 'owner'), 'belong to somebody else')).toEqual([])
  })

  test('a member without the right cannot use a control that needs it, even one made for them', async () => {
    expect(withNeeds.length).toBeGreaterThan(0)
    const told = await walk(withNeeds, 'member1', 'member1')
    expect(told.filter(line => !refusals.test(line))).toEqual([])
  })

  test('somebody who was given every feature can use no control that requires a permission of Discord, whatever data it carries', async () => {
    const owner = await app.signIn('owner')
    await appointDelegate(app, owner)
    const told: string[] = []
    for (const one of controls)
      for (const data of variants(one.data)) {
        const label = `${one.contract.name}:${one.name} ${JSON.stringify(data)}`
        const message = await shown(one, 'member1', data)
        told.push(`${label} ${await use(one, message, 'member1', 'member1', data)}`)
      }
    const open = told.filter(line => line.endsWith(reached)).map(line => line.replaceAll(/"\d{17,}"|\d+/g, '1'))
    // Each of these changes nothing or only XP, or belongs to tickets or role menus, which check by themselves whose it
    // is and what may be given.
    expect([...new Set(open)]).toMatchInlineSnapshot(`
      [
        "general:helpMenu {"as":"prefix"} reached",
        "general:helpMenu {"as":"slash"} reached",
        "general:helpPage {"category":1,"page":1,"as":"prefix"} reached",
        "general:helpPage {"category":1,"page":1,"as":"slash"} reached",
        "tickets:open {"panelId":1} reached",
        "tickets:choose {"panelId":1} reached",
        "tickets:confirmOpening {"panelId":1} reached",
        "tickets:answers {"panelId":1,"asked":1} reached",
        "tickets:close {"id":1} reached",
        "tickets:confirmClose {"id":1} reached",
        "tickets:askReason {"id":1} reached",
        "tickets:closeReason {"id":1} reached",
        "tickets:claim {"id":1,"to":"claim"} reached",
        "tickets:claim {"id":1,"to":"release"} reached",
        "tickets:closed {"id":1,"to":"reopen"} reached",
        "tickets:closed {"id":1,"to":"delete"} reached",
        "tickets:request {"id":1,"at":1,"to":"close"} reached",
        "tickets:request {"id":1,"at":1,"to":"keep"} reached",
        "tickets:closeAll {"until":1} reached",
        "tickets:rate {"id":1,"guild":1,"stars":1} reached",
        "tickets:comment {"id":1,"guild":1,"stars":1} reached",
        "reactionroles:press {"menuId":1,"choiceId":1} reached",
        "reactionroles:pick {"menuId":1} reached",
        "leveling:leaderboardPage {"kind":"xp","page":1} reached",
        "leveling:leaderboardPage {"kind":"invite","page":1} reached",
        "leveling:leaderboardPage {"kind":"rep","page":1} reached",
        "leveling:resetEverybody {"until":1,"roles":"keep"} reached",
        "embeds:answer {"postId":1,"at":1} reached",
        "embeds:choose {"postId":1,"at":1} reached",
      ]
    `)
  })

  test('a right that was lost after the control was shown does not count', async () => {
    // No role gives the other rights, so taking roles cannot remove them either.
    const byRole = withNeeds.filter(one => one.needs(sample(one.data)).every(need => need in PermissionFlagsBits))
    const messages = await Promise.all(byRole.map(async one => ({ one, message: await shown(one, 'rogue') })))
    for (const { one, message } of messages) expect(await use(one, message, 'rogue', 'rogue')).toBe(reached)
    const { userId } = app.as('rogue')
    await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/members/${userId}`, { roles: [] })
    for (const { one, message } of messages) expect(await use(one, message, 'rogue', 'rogue')).toContain('You need')
  })
})
