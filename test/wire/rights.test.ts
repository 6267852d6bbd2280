// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint, field } from '#contract'
import general from '#features/general/index.ts'
import { command, component, type Feature, feature } from '#kernel/feature.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/** A feature that administrators may see but only holders of its own right may change, like anti-nuke. */
const vault = contract('vault', {
  title: 'Vault',
  settings: z.object({
    enabled: field.toggle('Vault').default(false),
    note: field.text('Note', { max: 50 }).default(''),
  }),
  endpoints: {
    look: endpoint({
      summary: 'Looks into the vault.',
      method: 'GET',
      path: '/guild/:guildId/vault',
      needs: 'view',
      reply: z.object({ level: z.string() }),
    }),
    open: endpoint({
      summary: 'Opens the vault.',
      method: 'POST',
      path: '/guild/:guildId/vault',
      needs: 'vault.edit',
      reply: z.object({}),
    }),
    save: endpoint({
      summary: 'Saves what is posted.',
      method: 'PUT',
      path: '/guild/:guildId/vault',
      needs: 'manage',
      body: z.strictObject({ enabled: z.boolean().optional(), note: z.string().optional() }),
      reply: z.object({}),
    }),
  },
})

const door = component(vault, 'door', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: ['vault.edit'],
  ack: 'ephemeral',
  always: true,
  data: z.object({}),
  run: ({ answer }) => answer('opened'),
})

const vaultFeature = (holders: ReadonlySet<string>): Feature =>
  feature(vault, {
    switch: 'enabled',
    switchNeeds: 'vault.edit',
    rights: {
      edit: { title: 'a key to the vault', holds: (_ctx, member) => holders.has(member.id) },
    },
    commands: {
      unlock: command<typeof vault>()({
        description: 'Unlocks the vault',
        needs: ['vault.edit'],
        always: true,
        run: ctx => ctx.reply('unlocked'),
      }),
      vault: command<typeof vault>()({
        description: 'Switches the vault on',
        needs: ['ManageGuild'],
        always: true,
        run(ctx) {
          ctx.save({ enabled: true }, { userId: ctx.member.id, via: 'command' })
          return ctx.reply('on')
        },
      }),
      door: command<typeof vault>()({
        description: 'Shows the door',
        always: true,
        run: ctx =>
          ctx.reply({
            content: 'door',
            components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Open', custom_id: door.id({}) }] }],
          }),
      }),
    },
    components: [door],
    routes: {
      look: ({ level }) => ({ level }),
      open: () => ({}),
      save(ctx) {
        ctx.save(ctx.body, { userId: ctx.user.id, via: 'dashboard' })
        return {}
      },
    },
  })

const holders = new Set<string>()
let app: Harness
let visitors: Record<'owner' | 'admin' | 'moderator', Visitor>
beforeAll(async () => {
  app = await createHarness({ features: [general, vaultFeature(holders)] })
  visitors = {
    owner: await app.signIn('owner'),
    admin: await app.signIn('admin'),
    moderator: await app.signIn('moderator'),
  }
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const isOn = () => app.product.services.settings.read(app.guildId, vault).enabled
const switchOff = () =>
  app.product.services.settings.write(app.guildId, vault, { enabled: false }, { userId: null, via: 'test' })
const said = (login: string, text: string) => app.answer(login, text)
const hasKey = async <T>(login: string, act: () => Promise<T>): Promise<T> => {
  holders.add(app.as(login).userId)
  try {
    return await act()
  } finally {
    holders.delete(app.as(login).userId)
  }
}

describe('a right that a feature supplies', () => {
  const open = async (who: keyof typeof visitors) => (await visitors[who].call('POST', at('vault'))).status

  test('is required at an endpoint: of administrators too, never of the owner', async () => {
    const refused = await visitors.admin.call('POST', at('vault'))
    expect(refused).toMatchObject({ status: 403, body: { error: 'You need a key to the vault for that.' } })
    expect(await open('owner')).toBe(200)
    expect(await hasKey('admin', () => open('admin'))).toBe(200)
    expect(await open('admin')).toBe(403)
  })

  test('is sufficient on its own, and grants nothing else', async () => {
    expect(await open('moderator')).toBe(403)
    await hasKey('moderator', async () => {
      expect(await open('moderator')).toBe(200)
      expect((await visitors.moderator.call('GET', at('vault'))).status).toBe(403)
    })
  })

  test('is required by a command and by a button, in words', async () => {
    expect(await said('admin', '.unlock')).toContain('You need a key to the vault for that.')
    expect(await hasKey('member1', () => said('member1', '.unlock'))).toBe('unlocked')
    const shown = await app.answerTo(await app.as('owner').say(app.channel('general'), '.door'))
    const press = async (login: string) => {
      const before = app.shownTo(login).length
      await app.as(login).press(shown, door.id({}))
      return textOf(await until('an answer', () => app.shownTo(login)[before]))
    }
    expect(await press('admin')).toContain('a key to the vault')
    expect(await hasKey('admin', () => press('admin'))).toBe('opened')
  })

  test('is suspended while its holder is timed out', async () => {
    const { userId } = app.as('moderator')
    const member = `/guilds/${app.guildId}/members/${userId}`
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const timedOut = () =>
      app.product.services.client.guilds.cache.get(app.guildId)?.members.cache.get(userId)?.isCommunicationDisabled()
    await app.as('owner').rest('PATCH', member, { communication_disabled_until: soon })
    await until('the timeout to be known', timedOut)
    expect(await hasKey('moderator', () => open('moderator'))).toBe(403)
    await app.as('owner').rest('PATCH', member, { communication_disabled_until: null })
    await until('the end of the timeout to be known', () => timedOut() === false)
    expect(await hasKey('moderator', () => open('moderator'))).toBe(200)
  })

  test('prevents the start if no feature supplies it', async () => {
    const lost = contract('lost', {
      title: 'Lost',
      endpoints: {
        open: endpoint({
          summary: 'Opens.',
          method: 'POST',
          path: '/guild/:guildId/lost',
          needs: 'lost.edit',
          reply: z.object({}),
        }),
      },
    })
    await expect(createHarness({ features: [feature(lost, { routes: { open: () => ({}) } })] })).rejects.toThrow(
      "lost: no feature supplies the right 'lost.edit'",
    )
  })
})

describe('switching a module needs its own right', () => {
  /** Every way to switch it. Each returns what was answered. */
  const surfaces: Record<string, (login: 'owner' | 'admin') => Promise<string>> = {
    'the list of modules': async login =>
      JSON.stringify((await visitors[login].call('PATCH', at('modules/vault'), { enabled: true })).body),
    'a call of its own': async login =>
      JSON.stringify((await visitors[login].call('PUT', at('vault'), { enabled: true })).body),
    '.config': login => said(login, '.config vault on'),
    'a command of its own': login => said(login, '.vault'),
  }

  test.each(Object.entries(surfaces))('by %s', async (_name, act) => {
    switchOff()
    expect(await act('admin')).toContain('You need a key to the vault for that.')
    expect(isOn()).toBe(false)
    expect(await hasKey('admin', () => act('admin'))).not.toContain('You need')
    expect(isOn()).toBe(true)
    switchOff()
    await act('owner')
    expect(isOn()).toBe(true)
  })

  test('access to the settings alone saves everything except the switch', async () => {
    const saved = await visitors.admin.call('PUT', at('vault'), { enabled: isOn(), note: 'behind the picture' })
    expect(saved.status).toBe(200)
    expect(app.product.services.settings.read(app.guildId, vault).note).toBe('behind the picture')
  })
})
