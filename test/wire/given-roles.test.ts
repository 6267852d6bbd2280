// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#contract'
import access from '#features/access/contract.ts'
import autorole from '#features/autorole/contract.ts'
import invites from '#features/invites/contract.ts'
import leveling from '#features/leveling/contract.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createHarness, type Harness } from '../harness.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/**
 * Every way in which members receive a role automatically: it is checked when it is given, and not given once it is
 * unsafe.
 */
let app: Harness
let owner: Visitor
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, modlog_channel: 'safety' })
})
afterAll(() => app.close())

const machine = { userId: null, via: 'test' }
const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const guild = () => app.product.services.client.guilds.cache.get(app.guildId)
const rolesOf = (userId: string) => app.sandbox.context.world.guilds.get(app.guildId)?.members.get(userId)?.roles ?? []
const has = (userId: string, roleId: string) => rolesOf(userId).includes(roleId)

async function newRole(name: string): Promise<string> {
  const { id } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, {
    name,
    permissions: '0',
  })
  await until('the role to be known', () => guild()?.roles.cache.has(id))
  return id
}

function join(userId = createAccount(app.sandbox.context, 'newcomer')): string {
  joinGuild(app.sandbox.context, userId, app.guildId)
  return userId
}

async function joined(): Promise<string> {
  const id = join()
  await until('the member to be known', () => guild()?.members.cache.has(id))
  return id
}

const write = (contract: Contract, patch: object) =>
  void app.product.services.settings.write(app.guildId, contract, patch, machine)

interface Way {
  /** Lets the role be earned, as if it had been safe when it was chosen. */
  offer(roleId: string): void
  /** Creates a member who earns it. @returns their id */
  earn(roleId: string): Promise<string>
  stop(): void
}

const newcomers: Way = {
  offer: roleId => write(autorole, { enabled: true, memberRoles: [roleId] }),
  earn: async () => join(),
  stop: () => write(autorole, { enabled: false, memberRoles: [] }),
}

const returning: Way = {
  offer: () => write(autorole, { enabled: true, stickyRoles: true }),
  async earn(roleId) {
    const id = await joined()
    await app.as('owner').rest('PUT', `/guilds/${app.guildId}/members/${id}/roles/${roleId}`)
    const held = app.product.services.db.$client.prepare(
      'SELECT role_ids AS ids FROM autorole_held_roles WHERE user_id = ?',
    )
    await until('the role to be noted', () => (held.get(id) as { ids: string } | undefined)?.ids.includes(roleId))
    leaveGuild(app.sandbox.context, id, app.guildId)
    return join(id)
  },
  stop: () => write(autorole, { enabled: false, stickyRoles: false }),
}

const reachLevel = async () => {
  const id = await joined()
  await owner.call('POST', at(`progression/members/${id}`), { action: 'set', amount: 5000 })
  return id
}
const level = (enabled: boolean, ...roleIds: string[]) =>
  write(leveling, { enabled, levelRoles: roleIds.map((roleId, place) => ({ level: place + 2, roleId })) })

const levels: Way = { offer: roleId => level(true, roleId), earn: reachLevel, stop: () => level(false) }

const everybody: Way = {
  offer: roleId => level(true, roleId),
  async earn(roleId) {
    // XP gives no roles while levels are switched off.
    level(false, roleId)
    const id = await reachLevel()
    level(true, roleId)
    await owner.call('POST', at('progression/roles/apply'))
    return id
  },
  stop: () => level(false),
}

const inviters: Way = {
  offer: roleId => write(invites, { tracking: true, ranks: [{ invites: 1, roleId }] }),
  async earn() {
    const userId = await joined()
    await owner.call('POST', at('invites/bonus'), { userId, amount: 1 })
    return userId
  },
  stop: () => write(invites, { tracking: false, ranks: [] }),
}

const dangers = {
  'access to the dashboard': async (roleId: string, on: boolean) => {
    const grant = {
      kind: 'role',
      id: roleId,
      feature: 'all',
      level: 'manage',
      expiresAt: null,
      grantedBy: null,
      at: 0,
      joinedAt: null,
    } as const
    write(access, { grants: on ? [grant] : [] })
  },
  'powers in a channel': async (roleId: string, on: boolean) => {
    const channel = app.channel('woodwork')
    const allow = on ? String(1n << 13n) : '0'
    await app.as('owner').rest('PUT', `/channels/${channel}/permissions/${roleId}`, { type: 0, allow, deny: '0' })
    await until('the bot to know', () => {
      const known = guild()?.channels.cache.get(channel)
      return (
        known &&
        'permissionOverwrites' in known &&
        known.permissionOverwrites.cache.get(roleId)?.allow.bitfield === BigInt(allow)
      )
    })
  },
}

const toldOf = (roleId: string) =>
  app
    .messages(app.channel('safety'))
    .flatMap(({ embeds }) => embeds)
    .filter(({ description }) => description?.includes(`<@&${roleId}>`))
const withheld = (userId: string, roleId: string) =>
  until('the role to be withheld', () =>
    app.logged.some(line => line.includes('role not given') && line.includes(userId) && line.includes(roleId)),
  )

describe.each(Object.entries({ newcomers, returning, levels, everybody, inviters }))('%s', (_name, way) => {
  test.each(Object.entries(dangers))('get no role that brings %s, which is told once', async (danger, endanger) => {
    const roleId = await newRole(danger)
    way.offer(roleId)
    await endanger(roleId, true)
    for (const userId of [await way.earn(roleId), await way.earn(roleId)]) {
      await withheld(userId, roleId)
      expect(has(userId, roleId)).toBe(false)
    }
    await until('it to be told', () => toldOf(roleId).length > 0)
    expect(toldOf(roleId)).toHaveLength(1)
    await endanger(roleId, false)
    const safe = await way.earn(roleId)
    await until('the role to be given', () => has(safe, roleId))
    way.stop()
  })
})
