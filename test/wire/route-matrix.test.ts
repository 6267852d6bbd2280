import { PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, isGuildNeed } from '#contract'
import { features as everyFeature } from '#features/index.ts'
import type { RouteDescriptor } from '#kernel/http/server.ts'
import { walked } from '../sampling.ts'
import { createHarness, type Harness } from '../harness.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/**
 * Every mounted route, tried by everybody who must not pass. Routes are found automatically. `owner` owns one guild
 * with the bot and is a plain member of another; `member1` has no rights anywhere; `admin` loses theirs just before the
 * call.
 */
let app: Harness
let foreignGuildId: string
let visitors: Record<'stranger' | 'member' | 'owner' | 'revoked', Visitor>

beforeAll(async () => {
  app = await createHarness()
  foreignGuildId = guildNamed('Northwind Climbers')
  visitors = {
    stranger: app.visitor(),
    member: await app.signIn('member1'),
    owner: await app.signIn('owner'),
    revoked: await app.signIn('admin'),
  }
  const before = await visitors.revoked.call('GET', `/api/guild/${app.guildId}/history`)
  if (before.status !== 200) throw new Error('admin should have rights before they are revoked')
  await revoke('admin')
})
afterAll(() => app.close())

function guildNamed(name: string): string {
  for (const [id, { guild }] of app.sandbox.context.world.guilds) if (guild.name === name) return id
  throw new Error(`no guild '${name}' in this world`)
}

/** Removes all roles of a member, and waits until the product knows. */
async function revoke(login: string) {
  const { userId } = app.as(login)
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/members/${userId}`, { roles: [] })
  await until(`${login} to have lost the right`, () => {
    const member = app.product.services.client.guilds.cache.get(app.guildId)?.members.cache.get(userId)
    return member?.permissions.has(PermissionFlagsBits.ManageGuild) !== true
  })
}

const isWrite = ({ method }: RouteDescriptor) => method !== 'GET'
const address = (route: RouteDescriptor, guildId: string) =>
  route.path.replace(':guildId', guildId).replace(/:[a-zA-Z]+/g, '100000000000000001')

/** A stream never ends by itself, so only its status is read. */
async function answerTo(
  visitor: Visitor,
  route: RouteDescriptor,
  guildId: string,
  headers?: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const at = address(route, guildId)
  if (route.answers !== 'stream') return visitor.call(route.method, at, isWrite(route) ? {} : undefined, headers)
  const stream = await visitor.follow(at, headers)
  await stream.close()
  return { status: stream.status, body: undefined }
}

async function walk(
  visitor: Visitor,
  wanted: (route: RouteDescriptor) => boolean,
  guildId: string,
  headers?: Record<string, string>,
): Promise<string[]> {
  const routes = walked(app.product.http.routes.filter(wanted))
  expect(routes.length).toBeGreaterThan(0)
  const seen: string[] = []
  for (const route of routes) {
    const { status, body } = await answerTo(visitor, route, guildId, headers)
    seen.push(`${status} ${route.method} ${route.path} ${JSON.stringify(body)}`)
  }
  return seen
}

const notStartingWith = (lines: string[], ...codes: string[]) =>
  lines.filter(line => !codes.some(code => line.startsWith(code)))

describe('the route matrix', () => {
  test('a stranger gets 401 from everything that is not public', async () => {
    expect(
      notStartingWith(await walk(visitors.stranger, ({ needs }) => needs !== 'anyone', app.guildId), '401'),
    ).toEqual([])
  })

  test('a member without rights is refused everywhere in a guild', async () => {
    expect(notStartingWith(await walk(visitors.member, ({ needs }) => isGuildNeed(needs), app.guildId), '403')).toEqual(
      [],
    )
  })

  test('an administrator of another guild is refused here', async () => {
    expect(
      notStartingWith(await walk(visitors.owner, ({ needs }) => isGuildNeed(needs), foreignGuildId), '403'),
    ).toEqual([])
  })

  test('an administrator whose right was just revoked is refused', async () => {
    expect(
      notStartingWith(await walk(visitors.revoked, ({ needs }) => isGuildNeed(needs), app.guildId), '403'),
    ).toEqual([])
  })

  test('somebody who may view one feature is refused every other, and every change', async () => {
    const given = { kind: 'member', id: app.as('member2').userId, feature: 'invites', level: 'view', expiresAt: null }
    const granted = await visitors.owner.call('POST', `/api/guild/${app.guildId}/access`, given)
    expect(granted.status).toBe(200)
    const isTheirs = ({ asked }: RouteDescriptor) =>
      asked.some(({ need, feature }) => need === 'visit' || (feature === 'invites' && need === 'view'))
    const delegate = await app.signIn('member2')
    const others = (route: RouteDescriptor) => isGuildNeed(route.needs) && !isTheirs(route)
    expect(notStartingWith(await walk(delegate, others, app.guildId), '403')).toEqual([])
    const theirs = await walk(delegate, route => isTheirs(route) && !isWrite(route), app.guildId)
    expect(theirs.filter(line => /^(401|403|5)/.test(line))).toEqual([])
  })

  test('an unknown guild is indistinguishable from one that is refused', async () => {
    const lines = await walk(visitors.owner, ({ needs }) => isGuildNeed(needs), '100000000000000001')
    expect(notStartingWith(lines, '403', '404')).toEqual([])
  })

  test.each([
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['a null origin', { origin: 'null', 'sec-fetch-site': '' }],
    ['nowhere', { origin: '', 'sec-fetch-site': '' }],
  ])('a write from %s is refused, also for the owner', async (_name, headers) => {
    expect(notStartingWith(await walk(visitors.owner, isWrite, app.guildId, headers), '403')).toEqual([])
  })

  test('the owner passes every guard of their own guild', async () => {
    const lines = await walk(visitors.owner, route => isGuildNeed(route.needs) && !isWrite(route), app.guildId)
    expect(lines.filter(line => /^(401|403|5)/.test(line))).toEqual([])
  })

  test('every write refuses keys it does not know', async () => {
    const routes = walked(app.product.http.routes.filter(isWrite))
    const accepted: string[] = []
    for (const route of routes) {
      const { status } = await visitors.owner.call(route.method, address(route, app.guildId), { surprise: true })
      if (status < 400) accepted.push(`${route.method} ${route.path}`)
    }
    expect(accepted).toEqual([])
  })

  test('every call that takes a channel declares what its caller needs there', () => {
    const takesChannel = ({ path, query, body, channels = {} }: Endpoint) =>
      [
        ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
        ...Object.keys({ ...query?.shape, ...(body && 'takes' in body ? body.fields : body)?.shape }),
      ].filter(name => /channel/i.test(name) && !(name in channels))
    const silent = everyFeature.flatMap(({ contract }) =>
      Object.values<Endpoint>(contract.endpoints).flatMap(one => takesChannel(one).map(name => `${one.path} ${name}`)),
    )
    expect(silent).toEqual([])
  })
})
